import { clsx } from 'clsx';
import { useFormatter, useTranslations } from 'next-intl';
import { lazy, Suspense } from 'react';
import type { OrderDeed, OrderEvent } from '@/lib/orders/order/order-timeline';
import { knownKey } from '@/lib/shared/known-key';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { EventName } from './timeline-event-name';

/** Only what we did has any. */
const RequestIds = lazy(() => import('./request-ids').then(({ RequestIds: ids }) => ({ default: ids })));

const dots = {
  sending: 'bg-warn',
  unconfirmed: 'bg-warn',
  succeeded: 'bg-brand',
  refused: 'bg-bad',
  needs_review: 'bg-warn',
};

const refusalReasons = {
  conflict: true,
  changed_meanwhile: true,
  already_fulfilled: true,
  invalid_request: true,
  forbidden: true,
  not_found: true,
  resolved_absent: true,
};

/** One happening: what, who, when, and where it was ours, how it stands and under which ids the platform knows it. */
export function TimelineEvent({ event }: { event: OrderEvent }) {
  const t = useTranslations('orderPage.timeline');
  const format = useFormatter();
  const { deed, at } = event;
  return (
    <li
      data-state={deed?.state}
      className="relative flex gap-3 pb-4 before:absolute before:start-1 before:top-3 before:h-full before:w-px before:bg-line last:before:hidden"
    >
      <span
        aria-hidden
        className={clsx(
          'relative mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-surface',
          deed ? dots[deed.state] : 'bg-line-strong',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
        <p className="break-words">
          <span className="font-semibold">
            <EventName event={event} />
          </span>
        </p>
        {deed && <DeedState deed={deed} />}
        <p className="text-xs text-ink-soft">
          <time dateTime={at}>
            {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
          {deed && (
            <>
              <span aria-hidden> · </span>
              {deed.actor === null
                ? t('bySomeone')
                : t.rich('by', { name: () => <bdi key="name">{deed.actor}</bdi> })}
            </>
          )}
        </p>
        {deed && deed.requestIds.length > 0 && (
          <Suspense>
            <RequestIds ids={deed.requestIds} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

/** Nothing where it simply succeeded. */
function DeedState({ deed }: { deed: OrderDeed }) {
  const t = useTranslations('orderPage.timeline');
  if (deed.state === 'refused')
    return (
      <p className="text-bad">
        <Refusal refusal={deed.refusal} />
      </p>
    );
  if (deed.state !== 'succeeded') return <p className="text-warn">{t(`state.${deed.state}`)}</p>;
  if (deed.orderStatusSkipped) return <p className="text-warn">{t('skipped')}</p>;
  return deed.byReading ? <p className="text-ink-soft">{t('byReading')}</p> : null;
}

function Refusal({ refusal }: { refusal: OrderDeed['refusal'] }) {
  const t = useTranslations('orderPage.timeline.refused');
  const status = refusal?.currentStatus;
  if (status) return t.rich('moved', { status: () => <OrderStatusName key="status" status={status} /> });
  return t(knownKey(refusalReasons, refusal?.reason ?? null) ?? 'other');
}
