/** The message that the top-level window posts to the iframe that opened it. */
export type HandOverMessage = { type: 'daftar:hand-over'; code: string };

/** Returns the code of a hand-over message; null for any other message or another origin. */
export function handOverCode(event: MessageEvent<unknown>): string | null {
  if (event.origin !== window.location.origin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'daftar:hand-over')
    return null;
  return 'code' in data && typeof data.code === 'string' ? data.code : null;
}

/** SHA-256 in hex. Only this hash of the iframe's own code may be in a URL. */
export async function hashOfCode(code: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Six digits that both windows show, so that a merchant can check that both windows belong together before allowing
 * one.
 */
export function matchNumber(codeHash: string): string {
  return String(Number.parseInt(codeHash.slice(0, 12), 16) % 1_000_000).padStart(6, '0');
}

/** Returns 256 random bits as base64url. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
