import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import { knownKey } from '@/lib/shared/known-key';
import type { ActivityRequest } from '@/lib/shared/operations/activity-request';
import { endpointOfKind } from '@/lib/shared/operations/kind-endpoints';

/**
 * Describes the change that an operation (a recorded write) requested. The description uses only the parts of
 * the request that are stored.
 */
export function ActivityWhat({ operation }: { operation: { kind: string; requested: ActivityRequest } }) {
  const t = useTranslations('activity');
  const format = useFormatter();
  const words = (list: string[]) => <bdi key="words">{format.list(list, { type: 'unit' })}</bdi>;
  const { kind, requested } = operation;
  const name = t(`kind.${knownKey(endpointOfKind, kind) ?? 'other'}`);
  const { status, note, tags, attributes, amount, pieces, carrier } = requested;
  const parts = [
    amount && <MoneyText money={amount} />,
    (pieces !== undefined || carrier !== undefined) && <ShipmentFacts pieces={pieces} carrier={carrier} />,
    status && <ActivityStatus of={kind === 'set_order_status' ? 'order' : 'shipment'} status={status} />,
    note && t('what.note'),
    tags && tags.add.length > 0 && t.rich('what.tagsAdded', { tags: () => words(tags.add) }),
    tags && tags.remove.length > 0 && t.rich('what.tagsRemoved', { tags: () => words(tags.remove) }),
    attributes && attributes.length > 0 && t.rich('what.attributes', { keys: () => words(attributes) }),
  ].filter(Boolean);
  return (
    <span className="break-words">
      {name}
      {parts.map((part, index) => (
        // The index is a stable React key, because the parts of the description never change their positions.
        <Fragment key={index}>
          {index === 0 ? ': ' : ' · '}
          <span className="font-normal">{part}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** Number of pieces of a shipment and its carrier, as far as they are known. */
function ShipmentFacts({ pieces, carrier }: Pick<ActivityRequest, 'pieces' | 'carrier'>) {
  const t = useTranslations('activity.what');
  // An inline block stays on one line, so a carrier's name in the other script is read in one piece.
  const name = () => (
    <bdi key="carrier" className="inline-block max-w-full">
      {carrier}
    </bdi>
  );
  if (pieces === undefined) return t.rich('carrier', { carrier: name });
  if (carrier === undefined) return t('pieces', { count: pieces });
  return t.rich('piecesWith', { count: pieces, carrier: name });
}

/** Status of an order or of a shipment. A status without a translation (A16) is shown as the platform sends it. */
export function ActivityStatus({ of, status }: { of: 'order' | 'shipment'; status: string }) {
  const tOrder = useTranslations('orderStatus');
  const tShipment = useTranslations('fulfillmentStatus');
  const ofOrder = status as 'placed';
  const ofShipment = status as 'pending';
  if (of === 'order') return <bdi>{tOrder.has(ofOrder) ? tOrder(ofOrder) : status}</bdi>;
  return <bdi>{tShipment.has(ofShipment) ? tShipment(ofShipment) : status}</bdi>;
}
