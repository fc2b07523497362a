import { z } from 'zod';

/** A browser without pages: it keeps cookies and follows no redirect. */
export interface HttpBrowser {
  /** GET, or POST when a form is given. */
  send(url: string, form?: { origin: string; fields: Record<string, string> }): Promise<HttpAnswer>;
}

export interface HttpAnswer {
  status: number;
  location: string | undefined;
  text: string;
}

const Csrf = z.object({ csrfToken: z.string() });
const Started = z.object({ url: z.url() });

/**
 * Goes through the app's OAuth round trip over HTTP, as the browser of a merchant who agrees to everything: the app's
 * own start and callback, the sandbox's own consent. It installs the app in a store that does not have it. The session
 * goes into the cookies of `browser`. Answers the install's id.
 */
export async function authorizeApp(
  browser: HttpBrowser,
  { appUrl, sandboxUrl }: { appUrl: string; sandboxUrl: string },
  storeId: string,
): Promise<string> {
  const csrf = await browser.send(`${appUrl}/api/auth/csrf`);
  const { csrfToken } = Csrf.parse(JSON.parse(csrf.text));
  const query = new URLSearchParams({ store: storeId });
  const started = await browser.send(`${appUrl}/api/auth/signin/platform?${query}`, {
    origin: appUrl,
    fields: { csrfToken, callbackUrl: '/', json: 'true' },
  });
  const requested = await browser.send(Started.parse(JSON.parse(started.text)).url);
  // The platform asks for consent only when the app requests something new.
  const requestId = /name="request" value="([^"]+)"/.exec(requested.text)?.[1];
  const answered = requestId
    ? await browser.send(`${sandboxUrl}/oauth/authorize`, {
        origin: sandboxUrl,
        fields: { request: requestId, dpa: 'accepted', decision: 'accept' },
      })
    : requested;
  if (!answered.location?.startsWith(`${appUrl}/api/auth/callback/platform`))
    throw new Error(`the platform did not send the merchant back: ${answered.status} ${answered.location}`);
  const { location } = await browser.send(answered.location);
  const installId = /\/apps\/([^/?]+)/.exec(location ?? '')?.[1];
  if (!installId) throw new Error(`the app did not end in the store admin: ${location}`);
  return installId;
}
