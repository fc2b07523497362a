'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useState } from 'react';
import { type FieldError, useWatch } from 'react-hook-form';
import type { PastedDetails, PastedLine, PasteTarget } from '@/components/catalogue/catalogue-queries';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useToast } from '@/components/ui/feedback/toast';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import {
  type ComposerStore,
  type DraftLine,
  orderCurrency,
  readQuantity,
} from '@/lib/orders/new-order/new-order-draft';
import type { AgreedBefore } from './agreed-before-hint';
import { CheckAmount } from '@/components/orders/new-order/check-amount';
import { useDraftLines } from './use-draft-lines';
import { useNewOrder, usePricing } from '@/components/orders/new-order/new-order-form';
import { LazyCataloguePicker } from './lazy-catalogue-picker';
import { useProblemText } from '@/components/orders/new-order/use-problem-text';

type NewOrderLinesProps = {
  installId: string;
  store: ComposerStore;
  /**
   * Renders the button that adds lines and details from a pasted message. The page passes in this function, because the
   * button belongs to another feature.
   */
  paste?:
    | ((
        onAdd: (lines: PastedLine[], details: PastedDetails) => void,
        target: () => Promise<PasteTarget>,
      ) => ReactNode)
    | undefined;
  /** The last prices that the customer agreed to, one for each variant. */
  agreed: readonly AgreedBefore[];
};

const loadAddPasted = () => import('./add-pasted');
const loadLine = () => import('./new-order-line').then(({ NewOrderLine }) => NewOrderLine);

/** Part of the new order form with the lines (from the catalogue, or custom) and the discount on the whole order. */
export function NewOrderLines({ installId, store, paste, agreed }: NewOrderLinesProps) {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const toast = useToast();
  const form = useNewOrder();
  const { getValues, setValue, formState } = form;
  const lines = useDraftLines(form);
  /** Index of a custom line that was just added, so its price field takes the focus; null if there is no such line. */
  const [needsPrice, setNeedsPrice] = useState<number | null>(null);
  const [isLineOff, setLineOff] = useState(false);
  const renderLine = useLazy(loadLine, lines.shown.length > 0 && !isLineOff, () => setLineOff(true));
  const { errors } = formState;
  const linesError = errors.lines?.root ?? (errors.lines?.type ? (errors.lines as FieldError) : undefined);

  /**
   * Adds a line to the form. If the form already has a line with this variant, no line is added, and the quantity of
   * the existing line is increased. Returns the index of the line.
   */
  const add = async (line: DraftLine, comesAlone = true): Promise<number> => {
    const { lineInCurrency } = await import('@/lib/orders/new-order/new-order-currency');
    setLineOff(false);
    const existing = getValues('lines');
    const same = existing.findIndex(({ variantId }) => variantId !== null && variantId === line.variantId);
    const quantity = readQuantity(existing[same]?.quantity ?? '');
    if (same >= 0 && quantity !== null) {
      setValue(`lines.${same}.quantity`, String(quantity + (readQuantity(line.quantity) ?? 1)), {
        shouldDirty: true,
        shouldValidate: true,
      });
      return same;
    }
    lines.append(lineInCurrency(line, getValues(), store));
    // A custom line has no price yet, so the focus moves to its price field. If several lines are added at once, the
    // focus does not move.
    if (comesAlone && line.variantId === null) setNeedsPrice(existing.length);
    return existing.length;
  };
  const addFound = async (found: PastedLine[], details: PastedDetails) => {
    const { addPasted } = await loadAddPasted();
    const undo = await addPasted(form, store, add, found, details);
    if (undo) toast({ text: t('pasted.filled'), action: { label: t('pasted.undo'), onPress: undo } });
  };
  const target = async (): Promise<PasteTarget> => {
    // The code that fills the form is loaded before the review, because the dialog is closed immediately after the
    // review.
    await loadAddPasted();
    const draft = getValues();
    const { phone, name } = draft.customer;
    const { province, address } = draft.address;
    const typed = { phone, name, province, address };
    return {
      country: store.country,
      provinces: store.provinces,
      currency: orderCurrency(draft, store),
      typed,
    };
  };

  return (
    <Card title={t('lines.title')}>
      <LazyCataloguePicker
        installId={installId}
        currency={store.pricingCurrency}
        onPick={(line) => void add(line)}
        error={problemText(linesError)}
      />
      {paste?.((found, details) => void addFound(found, details), target)}
      {lines.shown.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {lines.shown.map(({ key, line }, index) => (
            <Fragment key={key}>
              {renderLine?.({
                index,
                line,
                store,
                agreedBefore: agreed.find(({ variantId }) => variantId === line.variantId),
                isPriceNext: index === needsPrice,
                onRemove: () => {
                  setNeedsPrice(null);
                  lines.remove(index);
                },
              }) ?? <LineComing name={line.name} isOff={isLineOff} onRetry={() => setLineOff(false)} />}
            </Fragment>
          ))}
        </ul>
      )}
      <Discount store={store} />
    </Card>
  );
}

/** Placeholder for a line of the form, shown while the code of NewOrderLine is loading. */
function LineComing({ name, isOff, onRetry }: { name: string; isOff: boolean; onRetry: () => void }) {
  const t = useTranslations('newOrder.line');
  return (
    <li className="flex min-h-44 items-start justify-between gap-3 py-4">
      <bdi className="text-sm font-semibold break-words">{name}</bdi>
      {isOff ? <Button onClick={onRetry}>{t('retry')}</Button> : <Spinner />}
    </li>
  );
}

function Discount({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const { control, register, setValue, clearErrors, formState } = useNewOrder();
  const { currency } = usePricing(store);
  const agreedIn = useWatch({ control, name: 'discount.agreedIn' });
  const { discount } = formState.errors;
  const amount = register('discount.amount', { onChange: () => setValue('discount.agreedIn', undefined) });
  return (
    <div className="mt-3 grid items-start gap-3 border-t border-line pt-4 sm:grid-cols-2">
      <div>
        <Field label={t('discount.amount')} aside={t('optional')} error={problemText(discount?.amount)}>
          {(field) => <MoneyInput {...field} {...amount} currency={currency} />}
        </Field>
        <CheckAmount
          agreedIn={agreedIn}
          currency={currency.code}
          onConfirm={() => {
            setValue('discount.agreedIn', undefined, { shouldDirty: true });
            clearErrors('discount.amount');
          }}
        />
      </div>
      <Field label={t('discount.title')} aside={t('optional')} error={problemText(discount?.title)}>
        {(field) => <Input {...field} {...register('discount.title')} />}
      </Field>
    </div>
  );
}
