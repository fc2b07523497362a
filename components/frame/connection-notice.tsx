'use client';

import { clsx } from 'clsx';
import { WifiOff } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { pathOfClick } from '@/components/ui/path-of-click';
import { watchActions } from './watch-actions';

/**
 * Maximum number of characters of a link's text that the notice shows as the name of a page. A longer text is not the
 * name of a page: for example, the link of a table row contains the text of the whole row.
 */
const nameMax = 30;

/**
 * A press on a link. `name` is the name of the page that the link opens; null if the link has no short text. `from` is
 * the path of the page on which the user pressed the link.
 */
type Press = { name: string | null; from: string };

/**
 * Notice below the top row while there is no connection. Next keeps the page on the screen, and repeats a
 * failed navigation when the connection returns (`useOffline` in next.config.ts). The notice says which page
 * will open then. The user can cancel that navigation.
 */
export function ConnectionNotice() {
  const t = useTranslations('frame.offline');
  const router = useRouter();
  const path = usePathname();
  const isOffline = useOffline();
  const [press, setPress] = useState<Press | null>(null);

  useEffect(watchActions, []);
  useEffect(() => {
    // Presses on links are recorded even while the app seems to be online. The connection may already be lost, and the
    // app notices the loss only when the page of the pressed link cannot be loaded.
    const onClick = (event: MouseEvent) => {
      const clicked = pathOfClick(event);
      if (clicked) setPress({ name: nameOf(clicked.link), from: window.location.pathname });
    };
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, []);

  if (!isOffline) return null;
  const waiting = press?.from === path ? press : null;
  const stay = () => {
    setPress(null);
    // Starts a navigation to the current page. This navigation replaces the one that waits for a connection, so the
    // waiting page is not opened later.
    router.replace(window.location.pathname + window.location.search, { scroll: false });
  };
  return (
    <div
      role="status"
      // Until the user presses a link, the notice covers the top of the page and does not move the page. If
      // the page moved, the user's next press could hit something else. After the press, the notice has its
      // own space above the page.
      className={clsx(
        'border-b border-warn/30 bg-warn-soft text-warn',
        !waiting && 'absolute inset-x-0 top-full',
      )}
    >
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-3 py-1 text-sm sm:px-6">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 flex-1">
          <b>{t('title')}</b>{' '}
          <span className="text-ink">
            {!waiting && t('stale')}
            {waiting?.name === null && t('waitingPage')}
            {waiting?.name && t.rich('waiting', { place: () => <bdi key="place">{waiting.name}</bdi> })}
          </span>
        </p>
        {waiting && <Button onClick={stay}>{t('stay')}</Button>}
      </div>
    </div>
  );
}

/** Returns the name of the page that a link opens; null if the link has no short text. */
function nameOf(link: HTMLAnchorElement): string | null {
  const name = (link.getAttribute('aria-label') ?? link.textContent).trim();
  return name !== '' && name.length <= nameMax ? name : null;
}
