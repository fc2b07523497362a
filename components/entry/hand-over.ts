/**
 * Message with the one-use code with which the iframe signs in. The top-level window posts this message to the iframe
 * that opened the window.
 */
export type HandOverMessage = { type: 'daftar:hand-over'; code: string };

/**
 * Returns the one-use code in a hand-over message. Returns null if the message has another type or comes from another
 * origin.
 */
export function handOverCode(event: MessageEvent<unknown>): string | null {
  if (event.origin !== window.location.origin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'daftar:hand-over')
    return null;
  return 'code' in data && typeof data.code === 'string' ? data.code : null;
}

/**
 * Returns the SHA-256, in hex, of the secret code that the iframe made. A URL may contain only this hash and never the
 * code.
 */
export async function hashOfCode(code: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the comparison number: six digits computed from the hash of the iframe's code. The top-level window and the
 * iframe both show their number. Before allowing the sign-in, the merchant compares the two numbers. If they are equal,
 * window and iframe belong together.
 */
export function matchNumber(codeHash: string): string {
  return String(Number.parseInt(codeHash.slice(0, 12), 16) % 1_000_000).padStart(6, '0');
}

/** Makes a new random code: 256 bits as base64url. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
