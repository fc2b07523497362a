'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { FilterDialog } from '@/components/ui/overlay/filter-dialog';
import type { DayRange } from '@/components/ui/form/preset-range';
import { Select } from '@/components/ui/form/select';
import {
  type ActivityFilters,
  activityKinds,
  nobody,
  type Person,
} from '@/lib/operations/activity/activity-view';

type Chosen = Omit<ActivityFilters, 'state' | 'q'>;
type ActivityFilterPanelProps = {
  filters: Chosen;
  people: Person[];
  onApply: (filters: Chosen) => void;
  onClose: () => void;
};

/** Dialog with the filters of the activity screen: kind of operation, user and days. */
export function ActivityFilterPanel({ filters, people, onApply, onClose }: ActivityFilterPanelProps) {
  const t = useTranslations('activity');
  // The filter in the URL may contain a user who is not in the list of users. That user is added to the
  // options of the select.
  const isKnown =
    !filters.person || filters.person === nobody || people.some(({ sub }) => sub === filters.person);
  return (
    <FilterDialog
      words={{
        title: t('filters.title'),
        clear: t('filters.clear'),
        apply: t('filters.apply'),
        days: t('filters.days'),
      }}
      days={{ from: filters.from ?? null, to: filters.to ?? null }}
      onClear={() => onApply({})}
      onApply={(form, days) => onApply(readForm(form, days))}
      onClose={onClose}
    >
      {(days) => (
        <>
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
          {days}
        </>
      )}
    </FilterDialog>
  );
}

function readForm(form: FormData, { from, to }: DayRange): Chosen {
  const kind = activityKinds.find((known) => known === form.get('kind'));
  const person = String(form.get('person') ?? '');
  return { ...(kind && { kind }), ...(person && { person }), ...(from && { from }), ...(to && { to }) };
}
