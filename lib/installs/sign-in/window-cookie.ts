/**
 * Marks a top-level sign-in window as opened by our own iframe. The value is the hash of the code that the window may
 * allow. The cookie outlives the round trip to the platform, which makes the next request a cross-site one
 * (docs/decisions/iframe-cookie.md).
 */
export const windowCookie = {
  name: '__Host-daftar.window',
  options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 600 },
} as const;
