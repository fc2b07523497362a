'use client';

import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useController } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field, FieldError } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { MoneyInput } from '@/components/ui/money-input';
import { MoneyText } from '@/components/ui/money-text';
import { QuantityStepper } from '@/components/ui/quantity-stepper';
import { type DraftLine, lineTotalMinor, readQuantity } from '@/lib/orders/new-order-draft';
import { AgreedPriceHint } from './agreed-price-hint';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

type NewOrderLineProps = {
  index: number;
  /** The line as it was added: what identifies it does not change by typing. */
  line: DraftLine;
  currency: { code: string; decimals: number };
  onRemove: () => void;
};

/** One line: what, how many, at which agreed price. A changed quantity leaves the price alone. */
export function NewOrderLine({ index, line, currency, onRemove }: NewOrderLineProps) {
  const t = useTranslations('newOrder.line');
  const problemText = useProblemText();
  const { control, register, formState, watch } = useNewOrder();
  const quantity = useController({ control, name: `lines.${index}.quantity` });
  const price = useController({ control, name: `lines.${index}.price` });
  const errors = formState.errors.lines?.[index];
  const totalMinor = lineTotalMinor(
    { quantity: quantity.field.value, price: price.field.value },
    currency.decimals,
  );
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex items-start justify-between gap-3">
        {line.variantId ? (
          <div className="flex min-w-0 flex-col">
            <bdi className="text-sm font-semibold break-words">{line.name}</bdi>
            {line.sku && <bdi className="text-xs text-ink-soft">{line.sku}</bdi>}
            {errors?.name && (
              <FieldError id={`line-${index}-name-error`}>{problemText(errors.name)}</FieldError>
            )}
          </div>
        ) : (
          <Field label={t('name')} className="flex-1" error={problemText(errors?.name)}>
            {(field) => <Input {...field} {...register(`lines.${index}.name`)} />}
          </Field>
        )}
        <button
          type="button"
          onClick={onRemove}
          aria-label={t('remove', { name: line.name })}
          className="-me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-bad-soft hover:text-bad"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </div>
      <div className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-start gap-3 sm:grid-cols-[9.5rem_minmax(0,1fr)_8rem]">
        <Field label={t('quantity')} error={problemText(errors?.quantity)}>
          {(field) => (
            <QuantityStepper
              {...field}
              {...quantity.field}
              quantity={readQuantity(quantity.field.value)}
              labels={{ more: t('more'), less: t('less') }}
            />
          )}
        </Field>
        <Field
          label={t('price')}
          error={problemText(errors?.price)}
          hint={
            line.cataloguePriceMinor !== null && (
              <AgreedPriceHint
                cataloguePriceMinor={line.cataloguePriceMinor}
                price={price.field.value}
                currency={currency}
              />
            )
          }
        >
          {(field) => <MoneyInput {...field} {...price.field} currency={currency} />}
        </Field>
        <div className="flex items-baseline justify-between gap-2 max-sm:col-span-2 sm:flex-col sm:items-end sm:gap-1">
          <span className="text-sm text-ink-soft sm:font-semibold">{t('total')}</span>
          <span className="font-bold whitespace-nowrap sm:py-2.5">
            {totalMinor === null ? (
              '—'
            ) : (
              <MoneyText
                money={{ amount_minor: totalMinor, currency: currency.code, decimals: currency.decimals }}
              />
            )}
          </span>
        </div>
      </div>
      <StockRepair
        quantity={readQuantity(quantity.field.value)}
        available={watch(`lines.${index}.availableQuantity`)}
        onUse={(available) => quantity.field.onChange(String(available))}
      />
    </li>
  );
}

type StockRepairProps = {
  quantity: number | null;
  available: number | null;
  onUse: (available: number) => void;
};

/** More is wanted than is there: said before it is sent, and mended by one tap after a refusal. */
function StockRepair({ quantity, available, onUse }: StockRepairProps) {
  const t = useTranslations('newOrder.line');
  if (available === null || quantity === null || quantity <= available) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-1.5 text-sm text-warn">
      <span>{t('overStock', { available })}</span>
      {available > 0 && <Button onClick={() => onUse(available)}>{t('useAvailable', { available })}</Button>}
    </div>
  );
}
