import { z } from 'zod';
import { documentedLayout, idIn } from '@/sandbox/platform-layout';

/**
 * An HTTP client that stores cookies, as a browser does. Unlike a browser, the client does not follow
 * redirects.
 */
export interface HttpBrowser {
  /** Sends a POST request if `form` is given. If not, sends a GET request. */
  send(url: string, form?: { origin: string; fields: Record<string, string> }): Promise<HttpAnswer>;
}

export interface HttpAnswer {
  status: number;
  location: string | undefined;
  text: string;
}

type PlatformAddress = { appUrl: string; sandboxUrl: string; layout?: typeof documentedLayout };

const Csrf = z.object({ csrfToken: z.string() });
const Started = z.object({ url: z.url() });

/**
 * Completes the OAuth flow of the app over HTTP, in the same way as the browser of a merchant who grants all scopes. It
 * uses the app's own start and callback routes and the sandbox's own consent page. If the store does not have the app
 * yet, the flow installs it. The cookies of `browser` then contain the session of the app. Returns the id of the
 * install.
 */
export async function authorizeApp(
  browser: HttpBrowser,
  { appUrl, sandboxUrl, layout = documentedLayout }: PlatformAddress,
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
  // The platform shows the consent form only if the app requests a new scope. If the store has already granted all
  // scopes, there is no form to send.
  const requestId = /name="request" value="([^"]+)"/.exec(requested.text)?.[1];
  const answered = requestId
    ? await browser.send(sandboxUrl + layout.authorize, {
        origin: sandboxUrl,
        fields: { request: requestId, dpa: 'accepted', decision: 'accept' },
      })
    : requested;
  if (!answered.location?.startsWith(`${appUrl}/api/auth/callback/platform`))
    throw new Error(`the platform did not send the merchant back: ${answered.status} ${answered.location}`);
  const { location } = await browser.send(answered.location);
  const installId = location && idIn(layout.adminApp, location, 'install_id');
  if (!installId) throw new Error(`the app did not end in the store admin: ${location}`);
  return installId;
}
