'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import type { NextStep } from '@/lib/mirror/health/sync-health';
import type { SyncView } from '@/lib/mirror/health/sync-view';

const tones: Record<NextStep, 'info' | 'good' | 'warn' | 'bad'> = {
  reconnect: 'bad',
  grant_scope: 'warn',
  platform_unreachable: 'warn',
  sync_failing: 'warn',
  wait_backfill: 'info',
  subscription_inactive_repairing: 'info',
  inbox_behind: 'warn',
  reads_behind: 'warn',
  none: 'good',
};

/** Banner with the most important problem of the mirror and who has to solve it. */
export function SyncStateBanner({ installId, view }: { installId: string; view: SyncView }) {
  const t = useTranslations('sync.state');
  const { nextStep } = view;
  const key = nextStep === 'none' ? quietKey(view) : nextStep;
  const isReconnect = nextStep === 'reconnect';
  return (
    <div data-next-step={nextStep}>
      <Banner
        tone={tones[nextStep]}
        title={t(`${key}.title`)}
        actions={
          isReconnect && (
            <Button variant="primary" asChild>
              <a href={`/reconnect?${new URLSearchParams({ install_id: installId })}`}>{t('reconnectNow')}</a>
            </Button>
          )
        }
      >
        {t(`${key}.body`)}
      </Banner>
    </div>
  );
}

/**
 * Returns the message key of the banner for a mirror without problems. The text of `none_unsubscribed` adds that there
 * is no webhook subscription; the text of `none_hidden` adds that scopes are missing.
 */
function quietKey({ subscription, missingScopes }: SyncView): 'none' | 'none_unsubscribed' | 'none_hidden' {
  if (subscription.state === 'none') return 'none_unsubscribed';
  return missingScopes.length > 0 ? 'none_hidden' : 'none';
}
