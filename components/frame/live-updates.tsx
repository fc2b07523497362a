'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ordersKeys } from '@/components/orders/orders-queries';
import { type LiveChange, LiveContext, type LiveState } from '@/components/ui/live-context';
import { openLiveStream } from './live-stream';
import { installPath } from '@/lib/shared/install-path';

/** Changes that come together are one refetch; during a backfill they come for minutes, so at most two a second. */
const coalesceMs = 150;
const spacingMs = 500;

/** Keeps the reads on screen current: what the server says has changed is fetched anew. */
export function LiveUpdates({ installId, children }: { installId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<LiveState>('connecting');
  const [listeners] = useState(() => new Set<(change: LiveChange) => void>());

  useEffect(() => {
    let changed: LiveChange[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    let flushedAt = 0;

    const flush = () => {
      timer = null;
      flushedAt = Date.now();
      // What may be done has changed, and the server decides what is shown of it.
      if (changed.some(({ kind }) => kind === 'install')) router.refresh();
      const orderIds = new Set(changed.filter(({ kind }) => kind === 'order').map(({ id }) => id));
      changed = [];
      void queryClient.invalidateQueries({ queryKey: ordersKeys.lists(installId) });
      for (const orderId of orderIds)
        void queryClient.invalidateQueries({ queryKey: ordersKeys.order(installId, orderId) });
    };
    const close = openLiveStream(`/api${installPath(installId, '/live')}`, {
      onState: setState,
      onChange: (change) => {
        changed.push(change);
        for (const listener of listeners) listener(change);
        timer ??= setTimeout(flush, Math.max(coalesceMs, flushedAt + spacingMs - Date.now()));
      },
      onDoubt: () => void queryClient.invalidateQueries({ queryKey: ordersKeys.all(installId) }),
    });
    return () => {
      close();
      if (timer) clearTimeout(timer);
    };
  }, [installId, queryClient, router, listeners]);

  const live = useMemo(() => ({ state, listeners }), [state, listeners]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
