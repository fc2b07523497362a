'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { installPath } from '@/lib/shared/install-path';
import type { UrlQuery } from '@/lib/shared/lists/list-url';

/** Writes another state into the URL. `push` adds a step that Back undoes. */
export type ChangeUrl<State> = (state: State, step: 'push' | 'replace') => void;

/**
 * Screen state that is stored only in the URL. A change does not request the page from the server, so the rows show
 * immediately, from the cache or dimmed. `read` and `pathOf` must keep the same identity between renders; `pathOf`
 * returns a path below the install.
 */
export function useUrlState<State>(
  installId: string,
  read: (query: UrlQuery) => State,
  pathOf: (state: State) => `/${string}`,
): { state: State; change: ChangeUrl<State> } {
  const query = useSearchParams();
  const state = useMemo(() => read(query), [read, query]);
  const change = useCallback<ChangeUrl<State>>(
    (next, step) => {
      const path = installPath(installId, pathOf(next));
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId, pathOf],
  );
  return { state, change };
}
