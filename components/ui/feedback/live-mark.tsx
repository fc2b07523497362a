'use client';

import { clsx } from 'clsx';
import { useOffline } from 'next/offline';
import { useTranslations } from 'next-intl';
import { isTrouble, useLiveState, useStoreTrouble } from './live-context';
import { useSessionEnd } from './session-end';

/** Colors of the dot. Any other state is an error and has the color of errors. */
const dots: Partial<Record<string, string>> = {
  live: 'bg-good',
  connecting: 'bg-line-strong',
  polling: 'bg-warn',
  updatesOff: 'bg-warn',
  grant_scope: 'bg-warn',
  paused: 'bg-warn',
};

/**
 * Dot with a text that shows whether live updates arrive, or what is wrong with the connection to the store. On a phone,
 * the text is shown only if there is a problem. If there is one, the mark and the notice below the top row name the same
 * problem.
 */
export function LiveMark() {
  const t = useTranslations('freshness');
  const live = useLiveState();
  const hasEnded = useSessionEnd() !== null;
  const isOffline = useOffline();
  const trouble = useStoreTrouble();
  const state = hasEnded ? 'ended' : isOffline ? 'offline' : (isTrouble(live) && trouble) || live;
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
        <span className={clsx('relative size-2 rounded-full', dots[state] ?? 'bg-bad')} />
      </span>
      <span role="status" className={clsx(isWell && 'max-sm:sr-only md:max-lg:sr-only')}>
        {t(state)}
      </span>
    </span>
  );
}
