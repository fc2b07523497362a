import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * platform: Signature. Returns the hex HMAC-SHA256 with the install's secret over `<timestamp>.<raw body>`. The body
 * must be the bytes that are sent, never a re-serialised object.
 */
export function signDelivery(secret: string, timestampSeconds: string, rawBody: Uint8Array): string {
  return mac(secret, timestampSeconds, rawBody).toString('hex');
}

/**
 * True if the signature is exactly 64 hex digits and matches one of the stored secrets (current and previous). Each
 * secret is compared in constant time.
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
