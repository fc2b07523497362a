/**
 * Begins the OAuth sign-in in this window (next-auth: CSRF token, then the platform's URL) and leaves the page. Returns
 * `blocked` if the browser does not store our cookie, `failed` for any other error.
 */
export async function beginSignIn(start: {
  store: string | null;
  callbackUrl: string;
}): Promise<'blocked' | 'failed'> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    const query = start.store ? `?${new URLSearchParams({ store: start.store })}` : '';
    const response = await fetch(`/api/auth/signin/platform${query}`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, callbackUrl: start.callbackUrl, json: 'true' }),
    });
    // Without the CSRF cookie next-auth answers 400. The browser refused the cookie.
    if (response.status === 400) return 'blocked';
    if (!response.ok) return 'failed';
    const { url } = (await response.json()) as { url: string };
    window.location.assign(url);
    return await new Promise<never>(() => undefined);
  } catch {
    return 'failed';
  }
}
