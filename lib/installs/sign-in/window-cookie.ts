/**
 * Cookie of a top-level sign-in window that our own iframe opened. Its value is the hash of the hand-over code that the
 * iframe created, so the window can make only this code valid. The cookie is SameSite=Lax: the browser must still send
 * it after the round trip to the platform, when the request comes from another site (docs/decisions/iframe-cookie.md).
 */
export const windowCookie = {
  name: '__Host-daftar.window',
  options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 600 },
} as const;
