'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { homeOptions } from './home-queries';

/** A backfill reports many changes in a second; the numbers need not change as often. */
const spacingMs = 1_000;

/** Reads the home screen again after a change, at most once a second. The charts have their own stale time. */
export function useLiveHome(installId: string): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveChange(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: homeOptions(installId).queryKey });
    }, spacingMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
