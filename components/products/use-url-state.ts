'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

/**
 * What a screen shows of itself, which its URL alone holds. It changes without asking the server for the page, so that
 * the rows are there at once, from the cache or dimmed. Both functions stay the same from one drawing to the next.
 */
export function useUrlState<State>(
  read: (query: Pick<URLSearchParams, 'get'>) => State,
  pathOf: (state: State) => string,
): {
  state: State;
  /** `push` is a step that Back undoes. */
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
