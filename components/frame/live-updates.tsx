'use client';

import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { bulkKeys, ordersKeys, quotesKeys } from '@/lib/shared/read-keys';
import { isTrouble, LiveContext, type LiveState } from '@/components/ui/feedback/live-context';
import { noteBuild } from '@/components/ui/feedback/new-version';
import { noteRole } from '@/components/ui/newest-role';
import { sessionEndOf, setSessionEnd } from '@/components/ui/feedback/session-end';
import { gatherChanges, planRefetch } from './gather-changes';
import { openLiveStream } from './live-stream';
import { installPath } from '@/lib/shared/install-path';
import type { Connection } from '@/lib/shared/live/connection';
import type { LiveChange } from '@/lib/shared/live/live-change';
import { ReadFailure, readJson } from '@/lib/shared/read-json';
import type { Role } from '@/lib/shared/roles/roles';

/**
 * Longest expected time from reading the data of a page on the server until the data arrives in the browser, in
 * milliseconds.
 */
const onItsWayMs = 10_000;

type LiveUpdatesProps = { installId: string; build: string; connection: Connection; children: ReactNode };

/**
 * Keeps the data on the screen current. If the server reports that some data has changed, that data is fetched again.
 */
export function LiveUpdates({ installId, build, connection, children }: LiveUpdatesProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<LiveState>(connection === 'ok' ? 'connecting' : connection);
  // `connection` is the state of the connection to the store when the server rendered the page. When a new rendering
  // has another state, that state replaces the old one. This matters while no live stream is open, because no `beat`
  // event then reports the state.
  const [rendered, setRendered] = useState(connection);
  if (rendered !== connection) {
    setRendered(connection);
    setState((now) => (connection !== 'ok' ? connection : isTrouble(now) ? 'polling' : now));
  }
  const [listeners] = useState(() => new Set<(change: LiveChange) => void>());

  useEffect(() => {
    // A query that is retrying after a failed fetch is not invalidated. Otherwise each live change would restart the
    // retries, and the query would never end with an error.
    const predicate = ({ state }: Query) => state.fetchFailureCount === 0 || state.fetchStatus === 'idle';
    const invalidate = (queryKey: readonly unknown[]) =>
      void queryClient.invalidateQueries({ queryKey, predicate });
    const gathering = gatherChanges((changes) => {
      const plan = planRefetch(changes);
      if (plan.page) router.refresh();
      if (plan.role) void readRole(installId);
      if (plan.everything) invalidate(ordersKeys.all(installId));
      else if (plan.lists) invalidate(ordersKeys.lists(installId));
      if (plan.runs) invalidate(bulkKeys.all(installId));
      if (plan.quotes) invalidate(quotesKeys.all(installId));
      for (const orderId of plan.orderIds) invalidate(ordersKeys.order(installId, orderId));
    });
    const notify = (changes: Iterable<LiveChange>) => {
      gathering.add(changes);
      for (const change of changes) for (const listener of listeners) listener(change);
    };
    const recent = new Set<LiveChange>();
    const close = openLiveStream(`/api${installPath(installId, '/live')}`, {
      // Polling reads the mirror (our copy of the store's data). While the connection to the store has a problem, the
      // mirror gets changes late. The page must then not say that it is updated every few seconds.
      onState: (next) => setState((now) => (isTrouble(now) && next === 'polling' ? now : next)),
      onChanges: (changes) => {
        notify(changes);
        for (const change of changes) {
          // `recent` contains the live changes of the last `onItsWayMs` milliseconds. Data that arrives from the server
          // may be older than these changes, so they are applied again when data arrives. A change of kind `install` is
          // left out. It makes the server render the page again, and the new page is itself arriving data. The change
          // would then be applied again, and the server would render the page a second time.
          if (change.kind === 'install') continue;
          recent.add(change);
          setTimeout(() => recent.delete(change), onItsWayMs);
        }
      },
      onSessionEnd: setSessionEnd,
      onBuild: (ofServer) => noteBuild(ofServer, build),
      onMissed: () =>
        notify([
          { kind: 'many', id: '' },
          { kind: 'role', id: '' },
        ]),
    });
    // Called when new data has arrived. The server may have read the data before the live changes in `recent` happened.
    // These changes are therefore applied again, so that the data that they concern is read once more.
    const forget = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') {
        const end = endOf(event.action.error);
        if (end) setSessionEnd(end);
      }
      const isRead = event.type === 'updated' ? event.action.type === 'setState' : event.type === 'added';
      if (isRead && event.query.state.data !== undefined) setTimeout(notify, 0, recent);
    });
    // Repeats a press that came before this code ran (EarlyPress). The effects of all children of this component have
    // already run, so the pressed button is ready.
    dispatchEvent(new Event('page-start'));
    return () => {
      close();
      forget();
      gathering.stop();
    };
  }, [installId, build, queryClient, router, listeners]);

  const live = useMemo(() => ({ state, listeners }), [state, listeners]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/**
 * Reads the role of the user of this browser tab. If this read fails, the tab keeps the old role. If the server then
 * refuses an action because of the new role, its response contains the new role.
 */
async function readRole(installId: string): Promise<void> {
  const path = `/api${installPath(installId, '/role')}` as const;
  noteRole(await readJson<{ role: Role }>(path, AbortSignal.timeout(10_000)).catch(() => null));
}

const endOf = (error: unknown) => (error instanceof ReadFailure ? sessionEndOf(error.code) : null);
