'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import { productOptions, type ProductView } from '@/lib/catalogue/product-queries';
import type { MoveStock, MoveStockOutcome } from '@/lib/inventory/movement-queries';
import { productsKeys } from '@/lib/shared/read-keys';
import type { Movement } from './move-draft';
import { type StockRead, stockReadOf, type UnreadMoves, unreadMoves, withMove } from './unread-moves';

/**
 * Hook that sends a stock change once, even if the user presses several times. `done` is the last change if it
 * succeeded, and null if not. `stockBefore` is the stock of the changed variant just before the change was sent, in
 * units; null if that stock was unknown. `isAwaited` is true for a variant whose stock on the screen does not include
 * one of the changes yet (see unread-moves.ts).
 */
export function useStockMove(installId: string, action: MoveStock, product: ProductView) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Movement | null>(null);
  const [stockBefore, setStockBefore] = useState<number | null>(null);
  const [moves, setMoves] = useState<UnreadMoves>(new Map());
  // A ref, because `onOutcome` belongs to the render of the press, before a new state is rendered.
  const before = useRef<StockRead | null>(null);
  const unread = unreadMoves(moves, (variantId) => stockReadOf(product, variantId));
  if (unread !== moves) setMoves(unread);
  const operation = useOperation<{ movement: Movement }, MoveStockOutcome>({
    action,
    target: { installId },
    onOutcome: (outcome, { movement }) => {
      setDone(outcome.code === 'succeeded' ? movement : null);
      if (outcome.code !== 'succeeded') return;
      // While the change was on its way, the product may have been read. `product` is the one of the press.
      const newest = queryClient.getQueryData(productOptions(installId, product.id).queryKey) ?? product;
      const move = {
        before: before.current ?? stockReadOf(product, movement.variant_id),
        readAt: newest.readAt,
      };
      setMoves((known) => withMove(known, movement.variant_id, move));
      void queryClient.invalidateQueries({ queryKey: productsKeys.all(installId) });
    },
  });
  const send = (input: { movement: Movement }) => {
    // If the outcome is unknown, this call sends the same change again. The stock on the screen may already include
    // that change. `stockBefore` therefore keeps the value from before the first attempt.
    if (!operation.isOutcomeUnknown) {
      before.current = stockReadOf(product, input.movement.variant_id);
      setStockBefore(before.current.stock);
    }
    return operation.send(input);
  };
  const isAwaited = (variantId: string) => unread.has(variantId);
  return { ...operation, send, done, stockBefore, isAwaited };
}
