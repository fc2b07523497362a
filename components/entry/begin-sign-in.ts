/**
 * Begins the OAuth round trip in this window (next-auth: CSRF token, then the platform's address) and leaves the
 * page. Answers `blocked` when the browser keeps no cookie of ours, `failed` for anything else.
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
    // Without the CSRF cookie next-auth does not start: the browser refused it.
    if (response.status === 400) return 'blocked';
    if (!response.ok) return 'failed';
    const { url } = (await response.json()) as { url: string };
    window.location.assign(url);
    return await new Promise<never>(() => undefined);
  } catch {
    return 'failed';
  }
}
