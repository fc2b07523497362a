'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

/**
 * Screen state that is stored only in the URL. A change does not request the page from the server, so the rows show
 * immediately, from the cache or dimmed. `read` and `pathOf` must keep the same identity between renders.
 */
export function useUrlState<State>(
  read: (query: Pick<URLSearchParams, 'get'>) => State,
  pathOf: (state: State) => string,
): {
  state: State;
  /** `push` adds a step that Back undoes. */
  change: (state: State, step: 'push' | 'replace') => void;
} {
  const query = useSearchParams();
  const state = useMemo(() => read(query), [read, query]);
  const change = useCallback(
    (next: State, step: 'push' | 'replace') => {
      if (step === 'push') window.history.pushState(null, '', pathOf(next));
      else window.history.replaceState(null, '', pathOf(next));
    },
    [pathOf],
  );
  return { state, change };
}
