'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { installPath } from '@/lib/shared/install-path';
import type { UrlQuery } from '@/lib/shared/lists/list-url';

/**
 * Writes the new state of the screen into the URL. `changeOf` gets the state that is in the URL now and returns the new
 * one. With `push`, the Back button undoes the change. With `replace`, the change adds no entry to the browser's
 * history.
 */
export type ChangeUrl<State> = (changeOf: (now: State) => State, step: 'push' | 'replace') => void;

/**
 * State of a screen that is stored only in the URL. A change does not request the page from the server, so the screen
 * responds immediately. Until new rows arrive, the list shows cached rows, or the old rows dimmed. `read` and `pathOf`
 * must be the same functions in every render. `pathOf` returns a path relative to the install.
 */
export function useUrlState<State>(
  installId: string,
  read: (query: UrlQuery) => State,
  pathOf: (state: State) => `/${string}`,
): { state: State; change: ChangeUrl<State> } {
  const query = useSearchParams();
  const state = useMemo(() => read(query), [read, query]);
  const change = useCallback<ChangeUrl<State>>(
    (changeOf, step) => {
      // This function may run before the page has rendered the newest state, for example if the user types a search text
      // directly after a press on a tab. The URL always has the newest state.
      const now = read(new URLSearchParams(window.location.search));
      const pathNow = installPath(installId, pathOf(now));
      // The user may have left the screen while a search text waited for its pause.
      if (window.location.pathname !== pathNow.split('?', 1)[0]) return;
      const path = installPath(installId, pathOf(changeOf(now)));
      // An equal entry in the history would make the Back button seem to do nothing.
      if (path === pathNow) return;
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId, read, pathOf],
  );
  return { state, change };
}
