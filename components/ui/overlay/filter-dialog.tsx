'use client';

import { useTimeZone } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { dayOf } from '@/lib/shared/store-day';
import { DateRange } from '@/components/ui/form/date-range';
import { FormDialog } from './form-dialog';
import type { DayRange } from '@/components/ui/form/preset-range';

type FilterDialogProps = {
  words: { title: string; clear: string; apply: string; days: string };
  /** Range of dates that is active when the dialog opens. */
  days: DayRange;
  onClear: () => void;
  onApply: (form: FormData, days: DayRange) => void;
  onClose: () => void;
  /**
   * Renders the fields of the form. The argument `days` contains the fields for the range of dates. The caller places
   * `days` among its own fields.
   */
  children: (days: ReactNode) => ReactNode;
};

/** Dialog with the filters of a list. The list changes only when the user applies the filters. */
export function FilterDialog({ words, onClear, onApply, onClose, children, ...initial }: FilterDialogProps) {
  const timeZone = useTimeZone() ?? 'UTC';
  const [days, setDays] = useState(initial.days);
  const isReversed = days.from !== null && days.to !== null && days.from > days.to;
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      cancel={words.clear}
      onCancel={onClear}
      submit={words.apply}
      onSubmit={(event) => {
        if (!isReversed) onApply(new FormData(event.currentTarget), days);
      }}
    >
      {children(
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-semibold">{words.days}</legend>
          <DateRange value={days} onChange={setDays} today={dayOf(new Date(), timeZone)} />
        </fieldset>,
      )}
    </FormDialog>
  );
}
