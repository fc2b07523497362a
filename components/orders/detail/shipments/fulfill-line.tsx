'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { readPart } from '@/lib/orders/order/fulfillment/fulfill-draft';
import type { ViewedItem } from '@/lib/orders/order-view';
import { useFulfill } from './fulfill-form';

type FulfillLineProps = { index: number; item: ViewedItem; remaining: number };

/**
 * Field for the quantity of one order line in the new fulfillment. The quantity is between zero and the
 * number of units that are not fulfilled yet.
 */
export function FulfillLine({ index, item, remaining }: FulfillLineProps) {
  const t = useTranslations('fulfill.sheet');
  const form = useFulfill();
  const [quantity, changeQuantity] = useFormValue(form, `lines.${index}.quantity`);
  const error = form.formState.errors.lines?.[index]?.quantity;
  return (
    <li className="py-3">
      <Field
        className="grid! grid-cols-[minmax(0,1fr)_9.5rem] items-center gap-x-3"
        label={<bdi className="break-words">{item.name}</bdi>}
        hint={t('left', { rest: remaining, ordered: item.quantity })}
        error={error && t('problem.quantity_range', { max: remaining })}
      >
        {(control) => (
          <QuantityStepper
            {...control}
            {...form.register(`lines.${index}.quantity`)}
            value={quantity}
            onChange={changeQuantity}
            min={0}
            max={remaining}
            quantity={readPart(quantity, remaining)}
            labels={{ more: t('more', { name: item.name }), less: t('less', { name: item.name }) }}
          />
        )}
      </Field>
    </li>
  );
}
