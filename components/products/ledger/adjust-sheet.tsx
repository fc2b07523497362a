'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import type { VariantView } from '@/lib/catalogue/product-queries';
import { moveReasons, type StockLocation } from '@/lib/inventory/movement-queries';
import { LocationField } from './location-field';
import {
  type MoveDraft,
  type MoveProblem,
  type Movement,
  noteMax,
  readMove,
  readQuantity,
} from './move-draft';

type AdjustSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  variant: VariantView;
  productName: string | null;
  /** Known stock locations, most recently used first. */
  locations: readonly StockLocation[];
  onMove: (movement: Movement) => void;
};

/**
 * Dialog to change the stock of one product variant: direction and quantity, reason, location, and a note for the
 * store.
 */
export function AdjustSheet({
  open,
  onOpenChange,
  variant,
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
  const set = (change: Partial<MoveDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    // When the user changes a field, the error of that field is removed. The field is validated again at the next press
    // of the button.
    setProblem((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
  };
  const submit = () => {
    const read = readMove(variant.id, draft);
    if (!read.ok) return setProblem(read.problem);
    onOpenChange(false);
    onMove(read.movement);
  };
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
      <ChoiceCards<MoveDraft['direction']>
        label={t('direction')}
        value={draft.direction}
        onChange={(direction) => set({ direction })}
        className="grid-cols-2"
        choices={[
          { value: 'add', title: t('add') },
          { value: 'take', title: t('take') },
        ]}
      />
      <Field
        label={t('quantity')}
        hint={<After stock={variant.stock} draft={draft} />}
        error={problem.quantity && t(`problem.${problem.quantity}`)}
      >
        {(control) => (
          <QuantityStepper
            {...control}
            ref={null}
            name="quantity"
            value={draft.quantity}
            quantity={readQuantity(draft.quantity)}
            onChange={(quantity) => set({ quantity })}
            onBlur={() => undefined}
            labels={{ more: t('more'), less: t('less') }}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1">
        <p className="text-sm font-semibold">{t('reason')}</p>
        <ChoiceCards
          label={t('reason')}
          value={draft.reason}
          onChange={(reason: MoveDraft['reason']) => set({ reason })}
          className="sm:grid-cols-2"
          choices={moveReasons.map((value) => ({
            value,
            title: t(`reasons.${value}.title`),
            detail: t(`reasons.${value}.detail`),
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

/**
 * Text with the stock of the variant after this change. It assumes that nothing else changes the stock in the meantime.
 * If the current stock is unknown, the text reports that.
 */
function After({ stock, draft }: { stock: VariantView['stock']; draft: MoveDraft }) {
  const t = useTranslations('products.move');
  const quantity = readQuantity(draft.quantity);
  if (stock.code !== 'known') return t('stockUnknown');
  if (quantity === null) return t('now', { now: stock.quantity });
  const after = stock.quantity + (draft.direction === 'add' ? quantity : -quantity);
  return t('after', { now: stock.quantity, after });
}
