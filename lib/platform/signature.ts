import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the signature of a webhook delivery: the hex HMAC-SHA256 with the install's secret over `<timestamp>.<raw
 * body>`. The body must be the bytes as they were sent, not JSON that was parsed and serialized again. platform:
 * Signature.
 */
export function signDelivery(secret: string, timestampSeconds: string, rawBody: Uint8Array): string {
  return mac(secret, timestampSeconds, rawBody).toString('hex');
}

/**
 * Whether the signature of a delivery is exactly 64 hex digits and matches one of the stored secrets (current and
 * previous). The comparison with each secret takes constant time.
 */
export function verifySignature(
  secrets: readonly string[],
  timestampSeconds: string,
  rawBody: Uint8Array,
  signature: string,
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  let valid = false;
  for (const secret of secrets)
    if (timingSafeEqual(mac(secret, timestampSeconds, rawBody), given)) valid = true;
  return valid;
}

function mac(secret: string, timestampSeconds: string, rawBody: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestampSeconds}.`).update(rawBody).digest();
}
