'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { type MovementRow, movementsOptions } from '@/lib/inventory/movement-queries';

/**
 * Hook that returns the newest stock movement of a variant, without the filters of the ledger on the screen. If
 * `variantId` is undefined, no request is sent, and the hook returns undefined.
 */
export function useNewestMovement(installId: string, variantId: string | undefined): MovementRow | undefined {
  const { data } = useInfiniteQuery({
    ...movementsOptions(installId, { variant: variantId ?? '' }),
    enabled: variantId !== undefined,
  });
  return data?.pages[0]?.movements[0];
}
