'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { productsKeys } from '@/lib/shared/read-keys';

/** A sweep tells of each of its pages; reads are fetched anew no faster than this. */
const spacingMs = 1_500;

/** Keeps what the screen shows of products and stock current: what was read of either anew is fetched. */
export function useFreshProducts(installId: string): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveChange(({ kind, id }) => {
    const isOurs = kind === 'many' || (kind === 'sync' && (id === 'products' || id === 'movements'));
    if (!isOurs || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: productsKeys.all(installId) });
    }, spacingMs);
  });
}
