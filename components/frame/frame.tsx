import { NotebookPen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LiveMark } from '@/components/ui/feedback/live-mark';
import { BottomBar } from './bottom-bar';
import { ConnectionNotice } from './connection-notice';
import { Navigation } from './navigation';
import { Palette } from './palette';
import type { Place } from './sections';
import { StoreNotice } from '@/components/frame/notices/store-notice';

type FrameProps = {
  installId: string;
  storeName: string | null;
  /** Screens and views that only the command palette offers, in addition to the screens of the navigation. */
  places: Place[];
  /**
   * True if the top row shows the button of the X-ray. The X-ray shows where the data of a screen comes from.
   */
  hasXray?: boolean;
  children: ReactNode;
};

/** Frame of every screen of an install: the top row, and the screen below it. */
export function Frame({ installId, storeName, places, hasXray = false, children }: FrameProps) {
  const t = useTranslations('frame');
  return (
    <>
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {t('skip')}
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-2 px-3 py-1.5 sm:px-6">
          <div className="flex min-w-0 items-center gap-2.5">
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-control bg-brand text-on-brand"
            >
              <NotebookPen className="size-4.5" />
            </span>
            <bdi className="truncate text-sm font-bold">{storeName ?? t('name')}</bdi>
            {storeName && <LiveMark />}
          </div>
          {storeName && (
            <div className="flex items-center gap-1">
              <Palette installId={installId} places={places} hasXray={hasXray} />
              <Navigation
                installId={installId}
                className="flex items-center gap-1 max-md:hidden"
                linkClassName="gap-2 rounded-control px-3 text-sm"
                moreClassName="top-14 end-[max(1.5rem,calc(50vw-34.5rem))]"
              />
            </div>
          )}
        </div>
        {storeName && <ConnectionNotice />}
      </header>
      {storeName && <StoreNotice installId={installId} />}
      <main
        id="screen"
        tabIndex={-1}
        className="mx-auto max-w-6xl px-3 pt-4 pb-[calc(1rem+var(--bar))] outline-none sm:px-6 sm:pt-6 md:pb-6"
      >
        {children}
      </main>
      {storeName && (
        <BottomBar installId={installId}>
          <Navigation
            installId={installId}
            className="flex h-14 gap-0.5 px-1 py-1"
            linkClassName="min-w-0 flex-1 flex-col justify-center gap-0.5 rounded-control text-[0.6875rem]"
            moreClassName="end-2 bottom-[calc(var(--bar)+0.5rem)]"
          />
        </BottomBar>
      )}
    </>
  );
}
