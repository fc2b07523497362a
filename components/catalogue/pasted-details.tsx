'use client';

import { clsx } from 'clsx';
import { Check, Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { formatMoney } from '@/lib/shared/numbers/money';
import { provinceKindOf } from '@/lib/shared/orders/province-kind';
import type { DetailChip } from './detail-chips';
import { chosenHit, type ReviewRow } from './paste-review';

type PastedDetailsProps = {
  chips: readonly DetailChip[];
  accepted: ReadonlySet<string>;
  rows: readonly ReviewRow[];
  country: string | null;
  onToggle: (chip: DetailChip) => void;
};

/**
 * Chips with the details of a pasted message: phone number, name, area, address and agreed prices. A tap accepts a
 * detail, and a second tap removes it.
 */
export function PastedDetails({ chips, accepted, rows, country, onToggle }: PastedDetailsProps) {
  const t = useTranslations('pasteMessage.details');
  const tProvince = useTranslations('province');
  const locale = useLocale();
  const titleId = useId();
  const words = (chip: DetailChip) => {
    if (chip.field !== 'price') {
      const label = chip.field === 'province' ? tProvince(provinceKindOf(country)) : t(chip.field);
      return { label, value: chip.shown, isNumber: chip.field === 'phone' };
    }
    const row = rows[chip.row];
    const name = (row && chosenHit(row)?.productName) ?? row?.item.text ?? '';
    const price = formatMoney(chip.each, locale);
    const label = t('price', { name });
    return chip.total
      ? { label, value: t('each', { price, total: formatMoney(chip.total, locale) }), isNumber: false }
      : { label, value: price, isNumber: false };
  };
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 id={titleId} className="text-sm font-semibold">
        {t('title')}
      </h3>
      <p className="text-xs text-ink-soft">{t('hint')}</p>
      <ul className="flex flex-wrap gap-2">
        {chips.map((chip) => {
          const { label, value, isNumber } = words(chip);
          const isOn = accepted.has(chip.id);
          const Icon = isOn ? Check : Plus;
          return (
            <li key={chip.id} className="max-w-full">
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => onToggle(chip)}
                className={clsx(
                  'flex min-h-11 max-w-full items-center gap-2 rounded-3xl border px-4 py-2 text-start text-sm',
                  isOn
                    ? 'border-brand bg-brand-soft text-brand-strong'
                    : 'border-line-strong/60 bg-surface hover:bg-sunken',
                )}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="min-w-0 break-words">
                  {label}{' '}
                  <bdi dir={isNumber ? 'ltr' : 'auto'} className="font-semibold">
                    {value}
                  </bdi>
                  {chip.field !== 'price' && chip.isTyped && (
                    <span className="block text-xs">{t('replaces')}</span>
                  )}
                  {chip.field !== 'price' && chip.problem && (
                    <span className="block text-xs">{t('problem')}</span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
