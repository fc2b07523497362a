'use client';

import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { bulkKeys, ordersKeys, quotesKeys } from '@/lib/shared/read-keys';
import { LiveContext, type LiveState } from '@/components/ui/live-context';
import { gatherChanges, planRefetch } from './gather-changes';
import { openLiveStream } from './live-stream';
import { installPath } from '@/lib/shared/install-path';
import type { LiveChange } from '@/lib/shared/live-change';

/** Keeps the reads on screen current: what the server says has changed is fetched anew. */
export function LiveUpdates({ installId, children }: { installId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<LiveState>('connecting');
  const [listeners] = useState(() => new Set<(change: LiveChange) => void>());

  useEffect(() => {
    // What has just failed is asked for again by itself; begun anew each time, it would never be told that it failed.
    const predicate = ({ state }: Query) => state.fetchFailureCount === 0 || state.fetchStatus === 'idle';
    const invalidate = (queryKey: readonly unknown[]) =>
      void queryClient.invalidateQueries({ queryKey, predicate });
    const gathering = gatherChanges((changes) => {
      const plan = planRefetch(changes);
      if (plan.page) router.refresh();
      if (plan.everything) invalidate(ordersKeys.all(installId));
      else if (plan.lists) invalidate(ordersKeys.lists(installId));
      if (plan.runs) invalidate(bulkKeys.all(installId));
      if (plan.quotes) invalidate(quotesKeys.all(installId));
      for (const orderId of plan.orderIds) invalidate(ordersKeys.order(installId, orderId));
    });
    const onChanges = (changes: LiveChange[]) => {
      gathering.add(changes);
      for (const change of changes) for (const listener of listeners) listener(change);
    };
    const close = openLiveStream(`/api${installPath(installId, '/live')}`, {
      onState: setState,
      onChanges,
      onDoubt: () => onChanges([{ kind: 'many', id: '' }]),
    });
    return () => {
      close();
      gathering.stop();
    };
  }, [installId, queryClient, router, listeners]);

  const live = useMemo(() => ({ state, listeners }), [state, listeners]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
