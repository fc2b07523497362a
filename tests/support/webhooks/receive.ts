import { Readable } from 'node:stream';
import { type BodyLimits, readNodeBody } from '@/lib/system/http/read-body';
import { type Delivery, type DeliveryAnswer, receiveWebhook } from '@/lib/webhooks/receive-webhook.server';
import type { DeliveryParts } from './delivery';

/**
 * Passes a delivery to the webhook receiver in chunks, as a socket would. `address` is the sender's IP address.
 * `onLimits` receives the limits of the body that the receiver sets; `timeoutMs` replaces its limit of time.
 */
export function receive(
  { method, headers, body }: DeliveryParts,
  {
    address = '192.0.2.1',
    chunks = inChunks(body),
    timeoutMs,
    nowSeconds,
    onLimits,
  }: {
    address?: string;
    chunks?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
    timeoutMs?: number;
    nowSeconds?: number;
    onLimits?: (limits: BodyLimits) => void;
  } = {},
): Promise<DeliveryAnswer> {
  const delivery: Delivery = {
    method,
    header: (name) => headers[name] ?? null,
    address,
    readBody: (limits) => {
      onLimits?.(limits);
      return readNodeBody(Readable.from(chunks), {
        ...limits,
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
    },
  };
  return receiveWebhook(delivery, nowSeconds);
}

function* inChunks(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += 16_384) yield body.subarray(at, at + 16_384);
}
