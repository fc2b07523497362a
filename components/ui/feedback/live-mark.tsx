'use client';

import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { useLiveState } from './live-context';

const dots = { live: 'bg-good', connecting: 'bg-line-strong', polling: 'bg-warn', offline: 'bg-bad' };

/** Shows the state of the live stream as a dot with a text. On a phone the text is shown only if there is a problem. */
export function LiveMark() {
  const t = useTranslations('freshness');
  const live = useLiveState();
  const state = useOnline() ? live : 'offline';
  const isWell = state === 'live' || state === 'connecting';
  return (
    <span
      className="inline-flex items-center gap-2 text-xs whitespace-nowrap text-ink-soft"
      data-live={state}
    >
      <span className="relative flex size-2" aria-hidden>
        {state === 'live' && (
          <span className="absolute size-full rounded-full bg-good opacity-60 motion-safe:animate-ping" />
        )}
        <span className={clsx('relative size-2 rounded-full', dots[state])} />
      </span>
      <span role="status" className={clsx(isWell && 'max-sm:sr-only')}>
        {t(state)}
      </span>
    </span>
  );
}

/** True if the browser reports a network connection; always true during server rendering. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}
