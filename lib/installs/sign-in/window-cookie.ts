/**
 * Cookie of a top-level sign-in window that our own iframe opened. The value of the cookie is the hash of the hand-over
 * code that the iframe created. So the window can make only this code valid for a sign-in. The cookie is SameSite=Lax.
 * The browser must still send it after the round trip to the platform, when the request comes from another site
 * (docs/decisions/iframe-cookie.md).
 */
export const windowCookie = {
  name: '__Host-daftar.window',
  options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 600 },
} as const;
