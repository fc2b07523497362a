'use client';

import { useTimeZone } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { dayOf } from '@/lib/shared/store-day';
import { Button } from '@/components/ui/button';
import { DateRange } from '@/components/ui/form/date-range';
import { DialogPanel } from './dialog-panel';
import type { DayRange } from '@/components/ui/form/preset-range';

type FilterDialogProps = {
  words: { title: string; clear: string; apply: string; days: string };
  /** Current date range. */
  days: DayRange;
  onClear: () => void;
  onApply: (form: FormData, days: DayRange) => void;
  onClose: () => void;
  /** Renders the form fields and places the date fields (`days`) among them. */
  children: (days: ReactNode) => ReactNode;
};

/** Dialog for the filters of a list. Nothing changes until the user applies them. */
export function FilterDialog({ words, onClear, onApply, onClose, children, ...initial }: FilterDialogProps) {
  const timeZone = useTimeZone() ?? 'UTC';
  const formId = useId();
  const [days, setDays] = useState(initial.days);
  const isReversed = days.from !== null && days.to !== null && days.from > days.to;
  return (
    <DialogPanel
      open
      onOpenChange={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={onClear}>{words.clear}</Button>
          <Button type="submit" form={formId} variant="primary">
            {words.apply}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReversed) onApply(new FormData(event.currentTarget), days);
        }}
      >
        {children(
          <fieldset className="min-w-0">
            <legend className="mb-1.5 text-sm font-semibold">{words.days}</legend>
            <DateRange value={days} onChange={setDays} today={dayOf(new Date(), timeZone)} />
          </fieldset>,
        )}
      </form>
    </DialogPanel>
  );
}
