'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Field } from '@/components/ui/form/field';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import { Select } from '@/components/ui/form/select';
import type { MessageCandidate } from '@/lib/catalogue/message-match';
import { knownKey } from '@/lib/shared/known-key';
import { formatMoney } from '@/lib/shared/numbers/money';
import { chosenHit, quantityOf, type ReviewRow, withChoice } from './paste-review';

type PastedItemProps = {
  row: ReviewRow;
  onChange: (row: ReviewRow) => void;
  /** True after the merchant pressed Add. Missing values are then shown as errors. */
  isChecked: boolean;
};

const knownStatuses = { out_of_stock: true, hidden: true, discontinued: true };

/**
 * One item of the pasted message, with the variant that matches it. The merchant can choose another variant, change the
 * quantity or leave the item out.
 */
export function PastedItem({ row, onChange, isChecked }: PastedItemProps) {
  const t = useTranslations('pasteMessage.item');
  const { item, choice } = row;
  const isUndecided = choice === 'undecided';
  const isLeftOut = choice === 'leave_out';
  const tPicker = useTranslations('newOrder.picker');
  const status = knownKey(knownStatuses, chosenHit(row)?.status ?? null);
  const optionText = useOptionText();
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <bdi className="min-w-0 break-words font-semibold">{item.text}</bdi>
        {isUndecided && <Badge tone="warn">{t(item.code === 'hit' ? 'notOffered' : 'undecided')}</Badge>}
        {status && <Badge tone="warn">{tPicker(`status.${status}`)}</Badge>}
        {item.code === 'none' && <Badge>{t('none')}</Badge>}
        {item.price && (
          <span className="text-xs text-ink-soft">
            {t.rich('price', { price: () => <bdi>{item.price}</bdi> })}
          </span>
        )}
      </p>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field
          label={t('choice', { text: item.text })}
          labelHidden
          error={isChecked && isUndecided ? t('choose') : undefined}
        >
          {(field) => (
            <Select
              {...field}
              value={choice}
              onChange={(event) => onChange(withChoice(row, event.target.value))}
            >
              {isUndecided && <option value="undecided">{t('which')}</option>}
              {item.candidates.map((candidate) => (
                <option key={candidate.hit.variantId} value={candidate.hit.variantId}>
                  {optionText(candidate)}
                </option>
              ))}
              <option value="custom">{t('custom')}</option>
              <option value="leave_out">{t('leaveOut')}</option>
            </Select>
          )}
        </Field>
        {!isLeftOut && (
          <Field
            label={t('quantity', { text: item.text })}
            labelHidden
            error={isChecked && quantityOf(row) === null ? t('quantityRange') : undefined}
          >
            {(field) => (
              <QuantityStepper
                {...field}
                ref={null}
                name="quantity"
                value={row.quantity}
                quantity={quantityOf(row)}
                onChange={(quantity) => onChange({ ...row, quantity })}
                onBlur={() => undefined}
                labels={{ more: t('more', { text: item.text }), less: t('less', { text: item.text }) }}
              />
            )}
          </Field>
        )}
      </div>
    </li>
  );
}

/**
 * Returns a function that builds the text of an option in a select. The text of an option cannot contain HTML. Unicode
 * marks (FSI, PDI) therefore isolate the parts that have another text direction (U14).
 */
function useOptionText() {
  const locale = useLocale();
  const t = useTranslations('newOrder.picker');
  return ({ hit }: MessageCandidate): string => {
    const status = knownKey(knownStatuses, hit.status);
    const name = [hit.productName, hit.variantName].filter(Boolean).join(' - ');
    const facts = [name, hit.price && formatMoney(hit.price, locale), status && t(`status.${status}`)];
    return facts.flatMap((fact) => (fact ? [`\u2068${fact}\u2069`] : [])).join(' · ');
  };
}
