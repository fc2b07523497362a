import { z } from 'zod';
import { documentedLayout, pathOf } from '@/sandbox/platform-layout';
import { authorizeApp, type HttpBrowser } from './authorize-app';

const overview = z.object({
  stores: z.array(z.object({ id: z.string(), currency: z.string() })),
  installs: z.array(z.object({ install_id: z.string(), store_id: z.string(), status: z.string() })),
});

/**
 * Time limit of one HTTP request. It is long because the development server compiles a route at the first request for
 * it.
 */
const timeoutMs = 180_000;

/**
 * Installs the app in one example store of the sandbox: the first store that sells in Syrian pounds (SYP), which is the
 * Arabic store. The real OAuth callback of the app is used. If the store already has an active install, nothing is
 * done.
 *
 * @returns the URL of the app inside the store admin
 */
export async function installExampleStore(urls: { appUrl: string; sandboxUrl: string }): Promise<string> {
  const { sandboxUrl } = urls;
  const { stores, installs } = overview.parse(await (await fetch(`${sandboxUrl}/_sandbox`)).json());
  const store = stores.find(({ currency }) => currency === 'SYP') ?? stores[0];
  if (!store) throw new Error('the sandbox has no store');
  const active = installs.find(({ store_id, status }) => store_id === store.id && status === 'active');
  const installId = active?.install_id ?? (await authorizeApp(fetchingBrowser(), urls, store.id));
  return sandboxUrl + pathOf(documentedLayout.adminApp, { store_id: store.id, install_id: installId });
}

/**
 * Creates an HttpBrowser that uses fetch. It sends every cookie to every host, which is sufficient for one
 * OAuth flow.
 */
function fetchingBrowser(): HttpBrowser {
  const cookies = new Map<string, string>();
  return {
    async send(url, form) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, {
        ...(form && { method: 'POST', body: new URLSearchParams(form.fields) }),
        headers: { cookie, ...(form && { origin: form.origin }) },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) cookies.set(name, value);
      }
      return {
        status: response.status,
        location: response.headers.get('location') ?? undefined,
        text: await response.text(),
      };
    },
  };
}
