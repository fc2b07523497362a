'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { productsKeys } from '@/lib/shared/read-keys';

/**
 * Minimum time between two reads of the products, in milliseconds. During a sweep (a read of a whole list), the app
 * sends an event for each page of the list.
 */
const spacingMs = 1_500;

/**
 * Keeps products and stock on the screen current. They are read again when a live event reports that the mirror (our
 * copy of the store's data) has changed.
 */
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
