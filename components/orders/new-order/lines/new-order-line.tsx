'use client';

import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { Badge } from '@/components/ui/badge';
import { Field, FieldError } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { MoneyText } from '@/components/ui/text/money-text';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { cataloguePriceMinor, currencyAgreedIn } from '@/lib/orders/new-order/new-order-currency';
import { type ComposerStore, lineTotalMinor, readQuantity } from '@/lib/orders/new-order/new-order-draft';
import type { AgreedBefore } from './agreed-before-hint';
import { AgreedPriceHint } from './agreed-price-hint';
import { CheckAmount } from '@/components/orders/new-order/check-amount';
import { useNewOrder, usePricing } from '@/components/orders/new-order/new-order-form';
import type { SoldLine } from './use-draft-lines';
import { useProblemText } from '@/components/orders/new-order/use-problem-text';

/**
 * The code of the product picture is loaded after the form, so that the code of the form stays small. If it cannot be
 * loaded, the line has no picture.
 */
const LinePicture = lazy(() =>
  import('@/components/ui/product-image').then(
    ({ ProductImage }) => ({ default: ProductImage }),
    () => ({ default: () => <></> }),
  ),
);

const loadAgreedBefore = () =>
  import('./agreed-before-hint').then(({ AgreedBeforeHint }) => AgreedBeforeHint);
const loadStockRepair = () => import('./new-order-line-repair').then(({ StockRepair }) => StockRepair);
const loadGoneRepair = () => import('./new-order-line-repair').then(({ GoneRepair }) => GoneRepair);
const ignore = () => undefined;

type NewOrderLineProps = {
  index: number;
  /**
   * The item that the line sells. Quantity and price are not included, because this component reads them from the form.
   */
  line: SoldLine;
  store: ComposerStore;
  /** The last price of the variant that the customer agreed to; undefined if no such price is known. */
  agreedBefore: AgreedBefore | undefined;
  /**
   * True if the user has just added the line and types its price next. The price field then takes the focus.
   */
  isPriceNext: boolean;
  onRemove: () => void;
};

/**
 * One line of the new order form: item, quantity and agreed price. If the quantity changes, the price per unit stays
 * the same.
 */
export function NewOrderLine(props: NewOrderLineProps) {
  const { index, line, store, agreedBefore, isPriceNext, onRemove } = props;
  const t = useTranslations('newOrder.line');
  const problemText = useProblemText();
  const form = useNewOrder();
  const { control, formState, setValue, getValues, clearErrors } = form;
  const { pricing, currency } = usePricing(store);
  // The inputs are not registered with React Hook Form. If they were registered, removing a line would connect its
  // inputs with the next line.
  const [name, changeName] = useFormValue(form, `lines.${index}.name`);
  const [quantity, changeQuantity] = useFormValue(form, `lines.${index}.quantity`);
  const [price, changePrice] = useFormValue(form, `lines.${index}.price`);
  const [agreedIn, available, inventory] = useWatch({
    control,
    name: [`lines.${index}.agreedIn`, `lines.${index}.availableQuantity`, 'inventory'],
  });
  const priceInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isPriceNext) priceInput.current?.focus();
  }, [isPriceNext]);
  const errors = formState.errors.lines?.[index];
  const catalogueMinor = cataloguePriceMinor(line, pricing, store);
  const totalMinor = lineTotalMinor({ quantity, price }, currency.decimals);
  const wanted = readQuantity(quantity);
  const usesStock = inventory === 'decrement' && line.variantId !== null;
  // The pieces in stock, if the order reduces the stock and the line wants more pieces; otherwise null.
  const lacking = usesStock && available !== null && wanted !== null && wanted > available ? available : null;
  const isGone = errors?.name?.type === 'gone';
  const renderStockRepair = useLazy(loadStockRepair, lacking !== null, ignore);
  const renderGoneRepair = useLazy(loadGoneRepair, isGone, ignore);
  const renderAgreedBefore = useLazy(loadAgreedBefore, agreedBefore !== undefined, ignore);
  const agree = (text: string) => {
    setValue(`lines.${index}.agreedIn`, currencyAgreedIn(line, text, pricing, store));
    changePrice(text);
  };
  const confirm = () => {
    setValue(`lines.${index}.agreedIn`, currency.code, { shouldDirty: true });
    clearErrors(`lines.${index}.price`);
  };
  const makeCustom = () => {
    const currentLine = getValues(`lines.${index}`);
    const bare = {
      variantId: null,
      sku: null,
      cataloguePriceMinor: null,
      availableQuantity: null,
      imageUrl: null,
    };
    const custom = { ...currentLine, ...bare, agreedIn: currentLine.agreedIn ?? getValues('currency').code };
    setValue(`lines.${index}`, custom, { shouldDirty: true });
    clearErrors(`lines.${index}.name`);
  };
  const skipStock = () => {
    setValue('inventory', 'skip', { shouldDirty: true });
    clearErrors(getValues('lines').map((_, at) => `lines.${at}.quantity` as const));
  };
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex items-start justify-between gap-3">
        {line.variantId ? (
          <div className="relative flex min-h-11 min-w-0 flex-col items-start gap-0.5 ps-14">
            <Suspense>
              <LinePicture src={line.imageUrl ?? null} alt="" className="absolute start-0 top-0 size-11" />
            </Suspense>
            <bdi className="text-sm font-semibold break-words">{line.name}</bdi>
            <span className="flex flex-wrap items-center gap-2">
              {line.sku && (
                <bdi dir="ltr" className="text-xs text-ink-soft">
                  {line.sku}
                </bdi>
              )}
              <Badge tone={available === 0 ? 'warn' : 'neutral'}>
                {available === null ? t('stockHidden') : t('inStock', { available })}
              </Badge>
            </span>
            {errors?.name && (
              <FieldError id={`line-${index}-name-error`}>{problemText(errors.name)}</FieldError>
            )}
          </div>
        ) : (
          <Field
            label={t('name')}
            aside={t('customLine')}
            className="flex-1"
            error={problemText(errors?.name)}
          >
            {(field) => <Input {...field} value={name} onChange={({ target }) => changeName(target.value)} />}
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
      {isGone && renderGoneRepair?.({ onDrop: onRemove, onMakeCustom: makeCustom })}
      <div
        role="group"
        aria-label={line.variantId ? line.name : name}
        className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-start gap-3 max-[22rem]:grid-cols-1 sm:grid-cols-[9.5rem_minmax(0,1fr)_8rem]"
      >
        <Field label={t('quantity')} error={problemText(errors?.quantity)}>
          {(field) => (
            <QuantityStepper
              {...field}
              value={quantity}
              onChange={changeQuantity}
              quantity={wanted}
              labels={{ more: t('more'), less: t('less') }}
            />
          )}
        </Field>
        <Field
          label={t('price')}
          error={problemText(errors?.price)}
          hint={
            catalogueMinor !== null && (
              <AgreedPriceHint cataloguePriceMinor={catalogueMinor} price={price} currency={currency} />
            )
          }
        >
          {(field) => (
            <MoneyInput
              {...field}
              ref={priceInput}
              value={price}
              onChange={({ target }) => agree(target.value)}
              currency={currency}
            />
          )}
        </Field>
        <div className="flex items-baseline justify-between gap-2 max-sm:col-span-full sm:flex-col sm:items-end sm:gap-1">
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
      {agreedBefore && renderAgreedBefore?.({ before: agreedBefore, price, currency, onUse: agree })}
      <CheckAmount agreedIn={agreedIn} currency={currency.code} onConfirm={confirm} />
      {lacking !== null &&
        renderStockRepair?.({
          available: lacking,
          onUse: (left) => changeQuantity(String(left)),
          onDrop: onRemove,
          onSkipStock: skipStock,
        })}
    </li>
  );
}
