'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { brand } from '@/brand';
import { Banner } from '@/components/ui/feedback/banner';
import { PermissionButton } from '@/components/ui/feedback/permission-button';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { NextStep } from '@/lib/mirror/health/sync-health';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { installPath } from '@/lib/shared/install-path';
import { knownKey } from '@/lib/shared/known-key';
import { useLagText } from './use-lag-text';

const tones: Record<NextStep, 'info' | 'good' | 'warn' | 'bad'> = {
  reconnect: 'bad',
  paused: 'warn',
  grant_scope: 'warn',
  platform_unreachable: 'warn',
  sync_failing: 'warn',
  wait_backfill: 'info',
  subscription_inactive_repairing: 'info',
  inbox_behind: 'warn',
  reads_behind: 'warn',
  none: 'good',
};

/** The problems that keep changes in the store from reaching the mirror (our copy of the store's data). */
const stops: readonly NextStep[] = ['reconnect', 'paused', 'platform_unreachable', 'sync_failing'];

/**
 * The scopes for which a text explains what does not work without them. The keys have an underscore in place of the
 * colon.
 */
const scopeKeys = {
  orders_read: true,
  orders_create: true,
  orders_write: true,
  fulfillments_write: true,
  refunds_write: true,
  products_read: true,
  inventory_read: true,
  inventory_write: true,
  discounts_read: true,
  clients_read: true,
};

/**
 * Returns the missing scopes. They are the scopes that the app requests and was not granted. In addition, they are the
 * scopes that were missing at the last read of the mirror (our copy of the store's data).
 */
export function useAllMissingScopes({ missingScopes }: SyncView): string[] {
  return [...new Set([...useMissingScopes(...brand.scopes), ...missingScopes])];
}

type ConnectionStateProps = { installId: string; view: SyncView; missingScopes: readonly string[] };

/**
 * One sentence about the connection to the store, and what the user or the app does next. The sentence describes only
 * the most important problem. Missing scopes are always listed below it, with what does not work without them and the
 * button that turns them on.
 */
export function ConnectionState({ installId, view, missingScopes }: ConnectionStateProps) {
  const t = useTranslations('connection.state');
  const lagText = useLagText();
  const { nextStep, lastReconciledAt } = view;
  const key = nextStep === 'none' ? quietKey(view, missingScopes) : nextStep;
  return (
    <div data-next-step={nextStep}>
      <Banner
        tone={key === 'none_hidden' || key === 'none_unsubscribed' ? 'warn' : tones[nextStep]}
        title={t(`${key}.title`, { lag: lagText(behindMs(view)) })}
        actions={
          (nextStep === 'reconnect' && (
            <Button variant="primary" asChild>
              <a href={`/reconnect?${new URLSearchParams({ install_id: installId })}`}>{t('reconnectNow')}</a>
            </Button>
          )) ||
          (missingScopes.length > 0 && <PermissionButton scopes={missingScopes} />) ||
          (key === 'none_unsubscribed' && (
            <Button asChild>
              <Link href={installPath(installId, '/connection/developers')} prefetch={false}>
                {t('turnOn')}
              </Link>
            </Button>
          ))
        }
      >
        <p>
          {t(`${key}.body`, { count: missingScopes.length })}
          {lastReconciledAt && stops.includes(nextStep) && (
            <>
              {' '}
              {t.rich('asOf', {
                when: () => <RelativeTime key="when" at={lastReconciledAt} everyMs={5_000} />,
              })}
            </>
          )}
        </p>
        {missingScopes.length > 0 && (
          <>
            <p className="mt-1">{t('scopes.because', { count: missingScopes.length })}</p>
            <ul className="list-disc ps-5">
              {missingScopes.map((scope) => (
                <li key={scope}>{t(`scopes.${knownKey(scopeKeys, scope.replace(':', '_')) ?? 'other'}`)}</li>
              ))}
            </ul>
          </>
        )}
      </Banner>
    </div>
  );
}

/**
 * Returns the age of the oldest update that is not processed yet, in milliseconds; 0 if all updates are processed. If
 * `nextStep` is `reads_behind`, the updates are the records that must be read from the platform (`dirty`). For any
 * other `nextStep`, they are the received webhook events (`inbox`).
 */
function behindMs({ readAt, inbox, dirty, nextStep }: SyncView): number {
  const { oldestAt } = nextStep === 'reads_behind' ? dirty : inbox;
  return oldestAt === null ? 0 : Math.max(0, Date.parse(readAt) - Date.parse(oldestAt));
}

/** Returns true if the connection has no problem. */
export const isQuiet = (view: SyncView, missingScopes: readonly string[]) =>
  view.nextStep === 'none' && quietKey(view, missingScopes) === 'none';

/**
 * Returns the key of the text for a connection without problems:
 *
 * - `none_hidden`: the text says that scopes are missing
 * - `none_unsubscribed`: the text says that there is no webhook subscription
 * - `none_pending`: the text says that the webhook subscription is being created
 */
function quietKey({ subscription }: SyncView, missingScopes: readonly string[]) {
  if (missingScopes.length > 0) return 'none_hidden';
  if (subscription.state === 'none') return 'none_unsubscribed';
  return subscription.state === 'pending' ? 'none_pending' : 'none';
}
