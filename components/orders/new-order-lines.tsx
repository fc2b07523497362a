'use client';

import { useTranslations } from 'next-intl';
import { type FieldError, useFieldArray } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { MoneyInput } from '@/components/ui/money-input';
import type { DraftLine } from '@/lib/orders/new-order-draft';
import { readQuantity } from '@/lib/orders/new-order-draft';
import { CataloguePicker } from './catalogue-picker';
import { useNewOrder } from './new-order-form';
import { NewOrderLine } from './new-order-line';
import { useProblemText } from './use-problem-text';

type NewOrderLinesProps = { installId: string; currency: { code: string; decimals: number } };

/** What is sold: found by typing, or a line of its own; and the discount on all of it. */
export function NewOrderLines({ installId, currency }: NewOrderLinesProps) {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const { control, register, getValues, setValue, formState } = useNewOrder();
  const lines = useFieldArray({ control, name: 'lines' });
  const { errors } = formState;
  const linesError = errors.lines?.root ?? (errors.lines?.type ? (errors.lines as FieldError) : undefined);

  const add = (line: DraftLine) => {
    const same = getValues('lines').findIndex(
      ({ variantId }) => variantId !== null && variantId === line.variantId,
    );
    const quantity = readQuantity(getValues('lines')[same]?.quantity ?? '');
    if (same >= 0 && quantity !== null)
      return setValue(`lines.${same}.quantity`, String(quantity + 1), {
        shouldDirty: true,
        shouldValidate: true,
      });
    // A custom line still needs its price: the cursor goes there.
    const focusName = `lines.${lines.fields.length}.price`;
    lines.append(line, line.variantId ? { shouldFocus: false } : { focusName });
  };

  return (
    <Card title={t('lines.title')}>
      <CataloguePicker
        installId={installId}
        currency={currency}
        onPick={add}
        error={problemText(linesError)}
      />
      {lines.fields.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {lines.fields.map((line, index) => (
            <NewOrderLine
              key={line.id}
              index={index}
              line={line}
              currency={currency}
              onRemove={() => lines.remove(index)}
            />
          ))}
        </ul>
      )}
      <div className="mt-3 grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
        <Field
          label={t('discount.amount')}
          aside={t('optional')}
          error={problemText(errors.discount?.amount)}
        >
          {(field) => <MoneyInput {...field} {...register('discount.amount')} currency={currency} />}
        </Field>
        <Field label={t('discount.title')} aside={t('optional')} error={problemText(errors.discount?.title)}>
          {(field) => <Input {...field} {...register('discount.title')} />}
        </Field>
      </div>
    </Card>
  );
}
