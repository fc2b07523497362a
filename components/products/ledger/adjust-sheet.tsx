'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import type { VariantView } from '@/lib/catalogue/product-queries';
import type { StockLocation } from '@/lib/inventory/movement-queries';
import { signed } from '@/lib/shared/numbers/signed';
import { DirectionField } from './direction-field';
import { LocationField } from './location-field';
import {
  deltaOf,
  type MoveDraft,
  type MoveProblem,
  type Movement,
  noteMax,
  readCount,
  readMove,
  readQuantity,
  reasonOf,
  reasonsOf,
} from './move-draft';

type AdjustSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  variant: VariantView;
  /** True if the stock on the screen does not include a known movement yet. */
  isStockOutdated: boolean;
  productName: string | null;
  /** Known stock locations, most recently used first. */
  locations: readonly StockLocation[];
  onMove: (movement: Movement) => void;
};

/**
 * Dialog to change the stock of one product variant: direction and quantity, reason, location, and a note for the
 * store. The user can also type the new stock, for example after a count. The dialog then computes the difference to the
 * stock on the screen, and computes it again when this stock changes.
 */
export function AdjustSheet({
  open,
  onOpenChange,
  variant,
  isStockOutdated,
  productName,
  locations,
  onMove,
}: AdjustSheetProps) {
  const t = useTranslations('products.move');
  const [draft, setDraft] = useState<MoveDraft>({
    direction: 'add',
    quantity: '1',
    reason: 'correction',
    location: locations[0]?.id ?? '',
    note: '',
  });
  const [problem, setProblem] = useState<MoveProblem>({});
  const now = variant.stock.code === 'known' ? variant.stock.quantity : null;
  const [seen, setSeen] = useState(now);
  const isSet = draft.direction === 'set';
  const set = (change: Partial<MoveDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    if ('quantity' in change) setSeen(now);
    // When the user changes a field, the error of that field is removed. The field is validated again at the next press
    // of the button.
    setProblem((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
  };
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const read = readMove(variant.id, draft, { quantity: now, seen, isOutdated: isStockOutdated });
    if (!read.ok) {
      // The message of a problem of the quantity names the current stock, so the user then knows this stock.
      if (read.problem.quantity) setSeen(now);
      setProblem(read.problem);
      // The focus is moved after the next render, because only then do the invalid fields have the attribute
      // `aria-invalid`. The first invalid field gets the focus, so that screen readers read its message.
      setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
      return;
    }
    onOpenChange(false);
    onMove(read.movement);
  };
  const chooseDirection = (direction: MoveDraft['direction']) =>
    set({
      direction,
      // A number of pieces is not a new stock, so it does not stay in the field.
      quantity: isSet === (direction === 'set') ? draft.quantity : direction === 'set' ? '' : '1',
    });
  // A message about the stock ends when the stock changes and the message is no longer true.
  const isOver =
    (problem.quantity === 'stock_updating' && !isStockOutdated) ||
    (problem.quantity === 'unchanged' && deltaOf(draft, now) !== 0);
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('title')}
      description={<bdi>{[productName, variant.name].filter(Boolean).join(' · ')}</bdi>}
      cancel={t('cancel')}
      submit={t('save')}
      onSubmit={submit}
    >
      <DirectionField stock={variant.stock} value={draft.direction} onChange={chooseDirection} />
      <Field
        label={t(isSet ? 'newStock' : 'quantity')}
        hint={
          <>
            <After stock={variant.stock} draft={draft} />
            {isSet && locations.length > 1 && <> {t('allLocations')}</>}
          </>
        }
        error={problem.quantity && !isOver ? t(`problem.${problem.quantity}`, { now: now ?? 0 }) : undefined}
      >
        {(control) => (
          <QuantityStepper
            {...control}
            ref={null}
            name="quantity"
            value={draft.quantity}
            quantity={quantityOf(draft, now)}
            min={isSet ? 0 : 1}
            onChange={(quantity) => set({ quantity })}
            onBlur={() => undefined}
            labels={{ more: t('more'), less: t('less') }}
          />
        )}
      </Field>
      {isSet && <StockNews now={now} seen={seen} isOutdated={isStockOutdated} />}
      <div className="flex flex-col gap-1">
        <p className="text-sm font-semibold">{t('reason')}</p>
        <ChoiceCards
          label={t('reason')}
          value={reasonOf(draft)}
          onChange={(reason: MoveDraft['reason']) => set({ reason })}
          className="sm:grid-cols-2"
          choices={reasonsOf(draft.direction).map((value) => ({
            value,
            title: t(`reasons.${value}.title`),
            detail: t(`reasons.${value}.detail`, { direction: draft.direction }),
          }))}
        />
      </div>
      <LocationField
        locations={locations}
        value={draft.location}
        onChange={(location) => set({ location })}
        error={problem.location && t(`problem.${problem.location}`)}
      />
      <Field
        label={t('note')}
        aside={t('optional')}
        hint={t('noteHint')}
        error={problem.note && t('problem.too_long', { max: noteMax })}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={draft.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** The typed number. For a new stock, the plus and minus buttons of an empty field start at the stock on the screen. */
function quantityOf({ direction, quantity }: MoveDraft, now: number | null): number | null {
  if (direction !== 'set') return readQuantity(quantity);
  return quantity.trim() === '' ? now : readCount(quantity);
}

/**
 * Text with the stock of the variant after this change. It assumes that nothing else changes the stock in the meantime.
 * If the current stock is unknown, the text reports that.
 */
function After({ stock, draft }: { stock: VariantView['stock']; draft: MoveDraft }) {
  const t = useTranslations('products.move');
  const format = useFormatter();
  if (stock.code !== 'known') return t('stockUnknown');
  const now = stock.quantity;
  const delta = deltaOf(draft, now);
  if (delta === null) return t('now', { now });
  if (draft.direction !== 'set') return t('after', { now, after: now + delta });
  return t.rich('difference', {
    now,
    after: now + delta,
    change: () => (
      <bdi key="change" dir="ltr" className="font-semibold text-ink">
        {delta === 0 ? format.number(0) : signed(delta, format.number)}
      </bdi>
    ),
  });
}

type StockNewsProps = { now: number | null; seen: number | null; isOutdated: boolean };

/** Says that the stock has changed while the user typed a new stock, or that it is changing. */
function StockNews({ now, seen, isOutdated }: StockNewsProps) {
  const t = useTranslations('products.move');
  return (
    <p role="status" className="text-sm text-warn empty:hidden">
      {isOutdated
        ? t('stockUpdating')
        : now !== null && seen !== null && now !== seen && t('stockChanged', { from: seen, now })}
    </p>
  );
}
