import { randomUUID } from 'node:crypto';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { signDelivery } from 'commerce-platform-client/signature';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { SubscribedInstall } from './subscribed-install';

/** A webhook delivery, split into parts that a test can change one by one. */
export type DeliveryParts = {
  method: string;
  headers: Record<string, string>;
  body: Uint8Array;
};

/** Returns an order.created event for the given install as the platform sends it (platform: Envelope). */
export function eventOf(
  installId: string,
  storeId: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> & { id: string } {
  return {
    id: `evt_${randomUUID()}`,
    api_version: 'v1',
    topic: 'order.created',
    store_id: storeId,
    install_id: installId,
    sequence: 7,
    occurred_at: new Date().toISOString(),
    data: { order_id: 'ord_from_a_test', order_number: '1', status: 'placed' },
    ...change,
  };
}

/**
 * Returns a webhook delivery signed with the current time, as the platform signs it. `body` is an object, or the raw
 * text or bytes.
 */
export function signed(
  installId: InstallId | string,
  secret: string,
  body: object | string | Uint8Array,
  timestamp = String(Math.floor(Date.now() / 1000)),
): DeliveryParts {
  const bytes =
    body instanceof Uint8Array
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [deliveryHeaders.deliveryId]: `dlv_${randomUUID()}`,
      [deliveryHeaders.installId]: installId,
      [deliveryHeaders.event]: 'order.created',
      [deliveryHeaders.timestamp]: timestamp,
      [deliveryHeaders.apiVersion]: '2026-09-10',
      [deliveryHeaders.signature]: signDelivery(secret, timestamp, bytes),
    },
    body: bytes,
  };
}

/** Returns the delivery with some headers replaced. A header whose new value is undefined is removed. */
export function withHeaders(parts: DeliveryParts, change: Record<string, string | undefined>): DeliveryParts {
  const headers = Object.entries({ ...parts.headers, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...parts, headers: Object.fromEntries(headers) };
}

/** Returns a signed order.created delivery for the given install, with `change` applied to the event. */
export const validDelivery = (
  { installId, storeId, secret }: SubscribedInstall,
  change: Record<string, unknown> = {},
): DeliveryParts => signed(installId, secret, eventOf(installId, storeId, change));
