'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { DayInWords } from '@/components/ui/text/day-in-words';
import { isWholeDay } from '@/lib/shared/store-day';
import { Field } from './field';
import { Input } from './input';
import { type DayRange, presetRange, rangePresets } from './preset-range';

type DateRangeProps = {
  value: DayRange;
  onChange: (value: DayRange) => void;
  /** Today's date in the store's time zone (ISO 8601, "2026-11-21"). */
  today: string;
};

/**
 * Two native date inputs for the first and last day of a range, and buttons for common periods such as "last 7 days".
 */
export function DateRange({ value, onChange, today }: DateRangeProps) {
  const t = useTranslations('ui.dateRange');
  const { from, to } = value;
  const isReversed = from !== null && to !== null && from > to;
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={t('presets')} className="flex flex-wrap gap-2">
        {rangePresets.map((preset) => {
          const range = presetRange(preset, today);
          const isChosen = range.from === from && range.to === to;
          return (
            <Button
              key={preset}
              variant={isChosen ? 'chosen' : 'secondary'}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? { from: null, to: null } : range)}
            >
              {t(`preset.${preset}`)}
            </Button>
          );
        })}
      </div>
      <div className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1">
        <Field label={t('from')} hint={from && isWholeDay(from) && <DayInWords day={from} />}>
          {(field) => (
            <Input
              {...field}
              type="date"
              value={from ?? ''}
              max={today}
              onChange={(event) => onChange({ from: event.target.value || null, to })}
            />
          )}
        </Field>
        <Field
          label={t('to')}
          hint={to && isWholeDay(to) && <DayInWords day={to} />}
          error={isReversed ? t('reversed') : undefined}
        >
          {(field) => (
            <Input
              {...field}
              type="date"
              value={to ?? ''}
              max={today}
              onChange={(event) => onChange({ from, to: event.target.value || null })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
