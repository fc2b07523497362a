import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { DraftLine } from '@/lib/orders/new-order/new-order-draft';
import type { NewOrderForm } from '@/components/orders/new-order/new-order-form';

/** What is sold on a line, as long as nobody makes something else of it. */
export type SoldLine = Pick<DraftLine, 'variantId' | 'name' | 'sku' | 'cataloguePriceMinor'>;

/** The lines of the form, each under a key that stays with it whichever others go. */
export function useDraftLines({
  control,
  getValues,
  setValue,
  setError,
  clearErrors,
  formState,
  trigger,
}: NewOrderForm) {
  // Not what is typed into them: a letter in one draws no other.
  const sold = useWatch({ control, name: 'lines', compute: (lines) => lines.map(soldOn) });
  const [keys, setKeys] = useState<string[]>([]);
  if (keys.length !== sold.length) setKeys(sold.map((_, index) => keys[index] ?? crypto.randomUUID()));
  const { errors, isSubmitted } = formState;

  return {
    shown: sold.map((line, index) => ({ key: keys[index] ?? String(index), line })),
    append: (line: DraftLine) => {
      setValue('lines', [...getValues('lines'), line], { shouldDirty: true });
      // There were none, and that may have been said.
      if (sold.length === 0) clearErrors('lines');
    },
    remove: (index: number) => {
      const remaining = getValues('lines').toSpliced(index, 1);
      setKeys(keys.toSpliced(index, 1));
      setValue('lines', remaining, { shouldDirty: true });
      // What is said of the others moves up with them.
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

function soldOn({ variantId, name, sku, cataloguePriceMinor }: DraftLine): SoldLine {
  return { variantId, name, sku, cataloguePriceMinor };
}
