import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';
import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';

/** Texts for an order that needs no shipment, by reason. */
const texts = {
  already_fulfilled: 'nothingLeft',
  order_finished: 'finished',
  picked_up: 'pickedUp',
  pos_sale: 'atTill',
} as const satisfies Record<Exclude<NoShipmentReason, 'order_cancelled'>, string>;

/** Order statuses with the reason `order_cancelled`. Each has its own text. */
const calledOff = { cancelled: true, returned: true, refunded: true };

/** Text that says why an order with the given status needs no shipment. */
export function NoShipmentText({ reason, status }: { reason: NoShipmentReason; status: string }) {
  const t = useTranslations('fulfill');
  if (reason !== 'order_cancelled') return t(texts[reason]);
  return t(`calledOff.${knownKey(calledOff, status) ?? 'cancelled'}`);
}
