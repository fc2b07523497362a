'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { MoneyInput } from '@/components/ui/form/money-input';
import { MoneyText } from '@/components/ui/text/money-text';
import { NumberText } from '@/components/ui/text/number-text';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { readPart } from '@/lib/orders/order/fulfillment/fulfill-draft';
import type { RefundableLine } from '@/lib/orders/order/refund/refund-draft';
import { plainAmount } from '@/lib/shared/numbers/money';
import { useRefund } from './refund-form';
import { useRefundProblemText } from './use-refund-problem-text';

type RefundLineProps = { index: number; line: RefundableLine };

/**
 * One order line in the refund form: the returned quantity and the amount to refund. The amount is computed from the
 * quantity, and the user can change it.
 */
export function RefundLine({ index, line }: RefundLineProps) {
  const t = useTranslations('refund.sheet');
  const problemText = useRefundProblemText();
  const form = useRefund();
  const { register, setValue, formState } = form;
  const [quantity, changeQuantity] = useFormValue(form, `lines.${index}.quantity`);
  const errors = formState.errors.lines?.[index];
  const { item, byAmount, quantityLeft, worthMinor } = line;
  const { currency: code, decimals } = item.total;
  const choose = (text: string) => {
    changeQuantity(text);
    const part = readPart(text, quantityLeft);
    if (part === null) return;
    const worth = part === 0 ? '' : plainAmount(worthMinor(part), decimals);
    setValue(`lines.${index}.amount`, worth, { shouldDirty: true });
  };
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <bdi className="min-w-0 font-semibold break-words">{item.name}</bdi>
        <span className="text-ink-soft">
          <NumberText value={item.quantity} />
          <span aria-hidden> × </span>
          <MoneyText money={item.unit_price} />
        </span>
      </p>
      <div role="group" aria-label={item.name} className="grid gap-3 min-[26rem]:grid-cols-2">
        {byAmount || quantityLeft === 0 ? (
          <p className="self-center text-xs text-ink-soft">{t(byAmount ? 'byAmountOnly' : 'noneLeft')}</p>
        ) : (
          <Field
            label={t('quantity')}
            hint={t('left', { rest: quantityLeft, ordered: item.quantity })}
            error={errors?.quantity && t('quantityRange', { max: quantityLeft })}
          >
            {(input) => (
              <QuantityStepper
                {...input}
                {...register(`lines.${index}.quantity`)}
                value={quantity}
                onChange={choose}
                min={0}
                max={quantityLeft}
                quantity={readPart(quantity, quantityLeft)}
                labels={{ more: t('more', { name: item.name }), less: t('less', { name: item.name }) }}
              />
            )}
          </Field>
        )}
        <Field label={t('lineAmount')} error={problemText(errors?.amount)}>
          {(input) => (
            <MoneyInput
              {...input}
              {...register(`lines.${index}.amount`)}
              currency={{ code, decimals }}
              placeholder={plainAmount(0, decimals)}
            />
          )}
        </Field>
      </div>
    </li>
  );
}
