'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DateRange } from '@/components/ui/date-range';
import { DialogPanel } from '@/components/ui/dialog-panel';
import { Field } from '@/components/ui/field';
import type { DayRange } from '@/components/ui/preset-range';
import { Select } from '@/components/ui/select';
import { type ActivityFilters, activityKinds, nobody, type Person } from '@/lib/operations/activity-view';
import { dayOf } from '@/lib/shared/store-day';

type Chosen = Omit<ActivityFilters, 'state' | 'q'>;
type ActivityFilterPanelProps = {
  filters: Chosen;
  people: Person[];
  onApply: (filters: Chosen) => void;
  onClose: () => void;
};

/** What the list can be narrowed to. Nothing changes before it is applied. */
export function ActivityFilterPanel({ filters, people, onApply, onClose }: ActivityFilterPanelProps) {
  const t = useTranslations('activity');
  const timeZone = useTimeZone() ?? 'UTC';
  const formId = useId();
  const [days, setDays] = useState<DayRange>({ from: filters.from ?? null, to: filters.to ?? null });
  const isReversed = days.from !== null && days.to !== null && days.from > days.to;
  // One whose session has ended is offered where they are in force.
  const isKnown =
    !filters.person || filters.person === nobody || people.some(({ sub }) => sub === filters.person);
  return (
    <DialogPanel
      open
      onOpenChange={onClose}
      title={t('filters.title')}
      actions={
        <>
          <Button onClick={() => onApply({})}>{t('filters.clear')}</Button>
          <Button type="submit" form={formId} look="primary">
            {t('filters.apply')}
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
          if (!isReversed) onApply(readForm(new FormData(event.currentTarget), days));
        }}
      >
        <Field label={t('filters.kind')}>
          {(control) => (
            <Select {...control} name="kind" defaultValue={filters.kind ?? ''}>
              <option value="">{t('filters.any')}</option>
              {activityKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`kind.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('filters.person')}>
          {(control) => (
            <Select {...control} name="person" defaultValue={filters.person ?? ''}>
              <option value="">{t('filters.anybody')}</option>
              {!isKnown && <option value={filters.person}>{filters.person}</option>}
              {people.map(({ sub, name }) => (
                <option key={sub} value={sub}>
                  {name}
                </option>
              ))}
              <option value={nobody}>{t('someone')}</option>
            </Select>
          )}
        </Field>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-semibold">{t('filters.days')}</legend>
          <DateRange value={days} onChange={setDays} today={dayOf(new Date(), timeZone)} />
        </fieldset>
      </form>
    </DialogPanel>
  );
}

function readForm(form: FormData, { from, to }: DayRange): Chosen {
  const kind = activityKinds.find((known) => known === form.get('kind'));
  const person = String(form.get('person') ?? '');
  return { ...(kind && { kind }), ...(person && { person }), ...(from && { from }), ...(to && { to }) };
}
