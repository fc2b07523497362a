import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * platform: Signature. Hex HMAC-SHA256 with the install's secret over `<timestamp>.<raw body>`;
 * the body as the bytes that travel, never a re-serialised object.
 */
export function signDelivery(secret: string, timestampSeconds: string, rawBody: Uint8Array): string {
  return mac(secret, timestampSeconds, rawBody).toString('hex');
}

/** Exactly 64 hex digits, compared in constant time with each secret held (current and previous). */
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
