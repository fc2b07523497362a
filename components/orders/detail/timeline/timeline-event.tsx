import { clsx } from 'clsx';
import { useFormatter, useTranslations } from 'next-intl';
import { useNoShipmentText } from '@/components/ui/text/use-no-shipment-text';
import type { OrderAction, OrderEvent } from '@/lib/orders/order/order-timeline';
import { knownKey } from '@/lib/shared/known-key';
import { refusingStatus } from '@/lib/shared/operations/refusing-status';
import { FulfillmentStatusName, OrderStatusName } from '@/components/orders/shared/order-badges';
import { EventName } from './timeline-event-name';
import { dateTimeParts } from '@/lib/shared/locale';

const dots = {
  sending: 'bg-warn',
  unconfirmed: 'bg-warn',
  succeeded: 'bg-brand',
  refused: 'bg-bad',
  needs_review: 'bg-warn',
};

/** Error codes of refusals that have a text of their own here. kinds.test.ts compares them with the endpoints. */
export const refusalReasons = {
  conflict: true,
  changed_meanwhile: true,
  invalid_request: true,
  forbidden: true,
  not_found: true,
  resolved_absent: true,
};

/**
 * One event in the order's history: what happened, who did it and when. If the event is a write of this app, its state
 * is shown as well.
 */
export function TimelineEvent({ event }: { event: OrderEvent }) {
  const format = useFormatter();
  const { action, at } = event;
  return (
    <li
      data-state={action?.state}
      className="relative flex gap-3 pb-4 before:absolute before:start-1 before:top-3 before:h-full before:w-px before:bg-line last:before:hidden"
    >
      <span
        aria-hidden
        className={clsx(
          'relative mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-surface',
          action ? dots[action.state] : 'bg-line-strong',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
        <p className="break-words">
          <span className="font-semibold">
            <EventName event={event} />
          </span>
        </p>
        {action && <ActionState action={action} />}
        <p className="text-xs text-ink-soft">
          <time dateTime={at}>{format.dateTime(new Date(at), dateTimeParts)}</time>
          {action && (
            <>
              <span aria-hidden> · </span>
              <Author action={action} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** Says who caused a write of this app: a user, or the customer who accepted a quote. */
function Author({ action: { actor, acceptedQuote } }: { action: OrderAction }) {
  const t = useTranslations('orderPage.timeline');
  if (acceptedQuote !== null)
    return t.rich('byCustomer', { number: () => <bdi key="number">{acceptedQuote}</bdi> });
  return actor === null ? t('bySomeone') : t.rich('by', { name: () => <bdi key="name">{actor}</bdi> });
}

/** State of a write of this app. Shows nothing if the write succeeded and there is nothing to add. */
function ActionState({ action }: { action: OrderAction }) {
  const t = useTranslations('orderPage.timeline');
  if (action.state === 'refused')
    return (
      <p className="text-bad">
        <Refusal kind={action.kind} refusal={action.refusal} />
      </p>
    );
  if (action.state !== 'succeeded') return <p className="text-warn">{t(`state.${action.state}`)}</p>;
  if (action.orderStatusSkipped) return <p className="text-warn">{t('skipped')}</p>;
  return action.byReading ? <p className="text-ink-soft">{t('byReading')}</p> : null;
}

function Refusal({ kind, refusal }: Pick<OrderAction, 'kind' | 'refusal'>) {
  const t = useTranslations('orderPage.timeline.refused');
  const noShipmentText = useNoShipmentText();
  const refusing = refusal && refusingStatus(kind, refusal);
  if (refusing?.of === 'shipment')
    return t.rich('shipmentMoved', {
      status: () => <FulfillmentStatusName key="status" status={refusing.status} />,
    });
  if (refusing)
    return t.rich('moved', { status: () => <OrderStatusName key="status" status={refusing.status} /> });
  const reason = refusal?.reason ?? null;
  return noShipmentText(reason, kind) ?? t(knownKey(refusalReasons, reason) ?? 'other');
}
