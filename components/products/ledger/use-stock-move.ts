'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useToast } from '@/components/ui/feedback/toast';
import { useOperation } from '@/components/ui/use-operation';
import type { MoveStock, MoveStockOutcome } from '@/lib/inventory/movement-queries';
import { productsKeys } from '@/lib/shared/read-keys';
import type { Movement } from './move-draft';

/**
 * Sends a stock change once, even if the user presses several times. `done` is the last change if it succeeded,
 * otherwise null.
 */
export function useStockMove(installId: string, action: MoveStock) {
  const t = useTranslations('products.move');
  const toast = useToast();
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Movement | null>(null);
  const operation = useOperation<{ movement: Movement }, MoveStockOutcome>({
    action,
    target: { installId },
    onOutcome: (outcome, { movement }) => {
      setDone(outcome.code === 'succeeded' ? movement : null);
      if (outcome.code !== 'succeeded') return;
      toast({ text: t('done') });
      void queryClient.invalidateQueries({ queryKey: productsKeys.all(installId) });
    },
  });
  return { ...operation, done };
}
