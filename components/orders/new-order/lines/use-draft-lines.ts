import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { DraftLine } from '@/lib/orders/new-order/new-order-draft';
import type { NewOrderForm } from '@/components/orders/new-order/new-order-form';

/**
 * The fields that describe which item an order line sells. They change only if the line gets another item, such as a
 * custom item instead of a variant. Typing a quantity or a price does not change them.
 */
export type SoldLine = Pick<DraftLine, 'variantId' | 'name' | 'sku' | 'cataloguePriceMinor' | 'imageUrl'>;

/**
 * Hook with the lines of the new order form and functions to add and remove lines. A line keeps its React key
 * when another line is removed.
 */
export function useDraftLines({
  control,
  getValues,
  setValue,
  setError,
  clearErrors,
  formState,
  trigger,
}: NewOrderForm) {
  // useWatch reports a change here only if a line has another item (variant, name, SKU, catalogue price or
  // picture). A typed quantity or price is not reported, so typing in one line does not render the other
  // lines again.
  const sold = useWatch({ control, name: 'lines', compute: (lines) => lines.map(soldOn) });
  const [keys, setKeys] = useState<string[]>([]);
  if (keys.length !== sold.length) setKeys(sold.map((_, index) => keys[index] ?? crypto.randomUUID()));
  const { errors, isSubmitted } = formState;

  return {
    shown: sold.map((line, index) => ({ key: keys[index] ?? String(index), line })),
    append: (line: DraftLine) => {
      setValue('lines', [...getValues('lines'), line], { shouldDirty: true });
      // The error "no lines" is removed, because the form now has a line.
      if (sold.length === 0) clearErrors('lines');
    },
    remove: (index: number) => {
      const remaining = getValues('lines').toSpliced(index, 1);
      setKeys(keys.toSpliced(index, 1));
      setValue('lines', remaining, { shouldDirty: true });
      // After a line was removed, the index of each later line is smaller by one. The errors of these lines are moved
      // to the new indexes.
      const said = remaining.map((_, at) => errors.lines?.[at < index ? at : at + 1]);
      clearErrors('lines');
      said.forEach((problems, at) => {
        for (const field of fields) {
          const problem = problems?.[field];
          if (problem) setError(`lines.${at}.${field}`, { type: problem.type, message: problem.message });
        }
      });
      if (isSubmitted && remaining.length === 0) void trigger('lines');
    },
  };
}

const fields = ['name', 'quantity', 'price'] as const;

function soldOn({ variantId, name, sku, cataloguePriceMinor, imageUrl }: DraftLine): SoldLine {
  return { variantId, name, sku, cataloguePriceMinor, imageUrl };
}
