'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import type { ProductView } from '@/lib/catalogue/product-queries';
import type { MoveStock, MoveStockOutcome } from '@/lib/inventory/movement-queries';
import { productsKeys } from '@/lib/shared/read-keys';
import type { Movement } from './move-draft';

/**
 * Hook that sends a stock change once, even if the user presses several times. `done` is the last change if it
 * succeeded, and null if not. `stockBefore` is the stock of the changed variant just before the change was sent, in
 * units; null if that stock was unknown. `isAwaited` is true for a variant whose stock on the screen does not include
 * the last change yet, because the product has not been read from the platform since the change was sent.
 */
export function useStockMove(
  installId: string,
  action: MoveStock,
  { variants, readAt }: Pick<ProductView, 'variants' | 'readAt'>,
) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Movement | null>(null);
  const [stockBefore, setStockBefore] = useState<number | null>(null);
  const [readBefore, setReadBefore] = useState<string | null>(null);
  const operation = useOperation<{ movement: Movement }, MoveStockOutcome>({
    action,
    target: { installId },
    onOutcome: (outcome, { movement }) => {
      setDone(outcome.code === 'succeeded' ? movement : null);
      if (outcome.code !== 'succeeded') return;
      void queryClient.invalidateQueries({ queryKey: productsKeys.all(installId) });
    },
  });
  const send = (input: { movement: Movement }) => {
    // If the outcome is unknown, this call sends the same change again. The stock on the screen may already include
    // that change. `stockBefore` therefore keeps the value from before the first attempt.
    if (!operation.isOutcomeUnknown) {
      const stock = variants.find(({ id }) => id === input.movement.variant_id)?.stock;
      setReadBefore(readAt);
      setStockBefore(stock?.code === 'known' ? stock.quantity : null);
    }
    return operation.send(input);
  };
  const isAwaited = (variantId: string) => done?.variant_id === variantId && readAt === readBefore;
  return { ...operation, send, done, stockBefore, isAwaited };
}
