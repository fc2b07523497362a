import { deliveryHeaders, EventEnvelope } from 'commerce-platform-client/contract/webhooks';
import { verifySignature } from 'commerce-platform-client/signature';

/**
 * Returns the event of a webhook delivery; null if its signature or its time is wrong. `rawBody` has the bytes as
 * received.
 */
export function readDelivery(secrets: string[], headers: Headers, rawBody: Uint8Array): EventEnvelope | null {
  const timestamp = headers.get(deliveryHeaders.timestamp) ?? '';
  const signature = headers.get(deliveryHeaders.signature) ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return null;
  if (!verifySignature(secrets, timestamp, rawBody, signature)) return null;
  return EventEnvelope.parse(JSON.parse(new TextDecoder().decode(rawBody)));
}
