'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import type { SessionEnd } from '@/components/ui/feedback/session-end';

type SessionPanelProps = {
  /** Why this tab has lost its access. */
  end: SessionEnd;
  /**
   * URL of the page in the store admin that opens the app. When this page opens, it gives the app a new launch token.
   */
  adminUrl: string;
  /** Name of the query parameter of `adminUrl` that contains the screen to open in the app. */
  returnParameter: string;
};

/**
 * Panel of the session notice. The button opens `adminUrl`, a page of the store admin, in the top window. The store
 * admin opens the app again with a new launch token, which signs the user in. The user then returns to the screen that
 * was open.
 */
export function SessionPanel({ end, adminUrl, returnParameter }: SessionPanelProps) {
  const t = useTranslations('problem');
  const reopen = () => {
    const url = new URL(adminUrl);
    url.searchParams.set(returnParameter, window.location.pathname + window.location.search);
    window.open(url, '_top');
  };
  return (
    // The notice is above dialogs. An open Radix dialog disables pointer events outside the dialog, so the notice
    // enables pointer events for itself.
    <div className="pointer-events-auto fixed inset-x-0 bottom-(--bar) z-50 p-3 sm:inset-x-auto sm:end-4 sm:bottom-[calc(1rem+var(--bar))] sm:max-w-md sm:p-0">
      <div className="rounded-card bg-surface shadow-float">
        <Banner
          tone="bad"
          title={t(`${end}.title`)}
          actions={
            <Button variant="primary" onClick={reopen}>
              {t('signed_out.action')}
            </Button>
          }
        >
          {t(`${end}.kept`)}
        </Banner>
      </div>
    </div>
  );
}
