import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import type { OrderAction, OrderEvent } from '@/lib/orders/order/order-timeline';
import { knownKey } from '@/lib/shared/known-key';
import { endpointOfKind } from '@/lib/shared/operations/kind-endpoints';
import { FulfillmentStatusName, OrderStatusName } from '@/components/orders/shared/order-badges';
import { OrderSource } from '@/components/orders/shared/order-source';

/** Translated name of an event in the order's history. */
export function EventName({ event }: { event: OrderEvent }) {
  const t = useTranslations('orderPage.timeline.event');
  switch (event.kind) {
    case 'created':
      if (event.source === null) return t('created');
      return t.rich('createdFrom', { source: () => <OrderSource key="source" source={event.source} /> });
    case 'fulfillment':
      return (
        <>
          {t('fulfillment')}
          {event.provider && (
            <>
              {' · '}
              <bdi>{event.provider}</bdi>
            </>
          )}
          {event.trackingNumber && (
            <>
              {' · '}
              <bdi dir="ltr">{event.trackingNumber}</bdi>
            </>
          )}
        </>
      );
    case 'fulfillment_changed':
      return t.rich('fulfillmentChanged', {
        status: () => <FulfillmentStatusName key="status" status={event.status} />,
      });
    case 'refund':
      return t.rich('refund', { amount: () => <MoneyText key="amount" money={event.amount} /> });
    case 'write':
      return event.action && <ActionName action={event.action} />;
  }
}

/** Translated name of the change that a write of this app requested from the platform. */
function ActionName({ action: { kind, requested } }: { action: OrderAction }) {
  const t = useTranslations('orderPage.timeline.event');
  const tKind = useTranslations('activity.kind');
  const { status } = requested;
  switch (kind) {
    case 'set_order_status':
      if (status === undefined) return t('statusRequested');
      return t.rich('moveTo', { status: () => <OrderStatusName key="status" status={status} /> });
    case 'patch_order':
      return <Parts requested={requested} />;
    case 'create_fulfillment':
    case 'fulfill_rest':
      return t('fulfillment');
    case 'patch_fulfillment':
      if (status === undefined) return t('fulfillmentEdited');
      return t.rich('fulfillmentChanged', {
        status: () => <FulfillmentStatusName key="status" status={status} />,
      });
    case 'create_refund':
      return t('refundRequested');
    default: {
      const known = knownKey(endpointOfKind, kind);
      return known ? tKind(known) : t('changed');
    }
  }
}

function Parts({ requested: { note, tags, attributes } }: { requested: OrderAction['requested'] }) {
  const t = useTranslations('orderPage.timeline.event');
  const parts: ReactNode[] = [
    note && t('note'),
    tags &&
      tags.add.length > 0 &&
      t.rich('tagsAdded', { tags: () => <WordList key="add" words={tags.add} /> }),
    tags &&
      tags.remove.length > 0 &&
      t.rich('tagsRemoved', { tags: () => <WordList key="remove" words={tags.remove} /> }),
    attributes &&
      attributes.length > 0 &&
      t.rich('attributes', { keys: () => <WordList key="keys" words={attributes} /> }),
  ].filter(Boolean);
  if (parts.length === 0) return t('changed');
  return parts.map((part, index) => (
    // The index is a stable React key, because the texts of a timeline event always have the same positions.
    <span key={index}>
      {index > 0 && ' · '}
      {part}
    </span>
  ));
}

function WordList({ words }: { words: string[] }) {
  const t = useTranslations('orderPage.timeline.event');
  return words.map((word, index) => (
    <span key={word}>
      {index > 0 && t('comma')}
      <bdi>{word}</bdi>
    </span>
  ));
}
