/**
 * Cookie of a top-level sign-in window that our own iframe opened. Its value is the hash of the hand-over code that the
 * iframe created. The window can allow this code only. The cookie is SameSite=Lax, so it is still sent after the round
 * trip to the platform, when the request comes from another site (docs/decisions/iframe-cookie.md).
 */
export const windowCookie = {
  name: '__Host-daftar.window',
  options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 600 },
} as const;
