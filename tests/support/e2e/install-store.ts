import { type APIRequestContext, request } from 'playwright/test';
import { authorizeApp, type HttpBrowser } from '@/server/stack/authorize-app';
import { asSystem } from '@/tests/support/stack/as-system';
import { eventually } from '@/tests/support/stack/eventually';
import type { Stack } from '@/tests/support/stack/stack';

/**
 * Signs a browser in to the app over HTTP. If the store does not have the app, the function installs the app first. The
 * specs about installing use `installApp` (merchant.ts) instead, which clicks through five pages and takes longer.
 *
 * Afterwards the install is marked as opened before, so the store admin opens the list of orders and not the first
 * steps.
 */
export async function signInOverHttp(
  browser: APIRequestContext,
  stack: Stack,
  storeId: string,
): Promise<string> {
  const urls = { appUrl: stack.appUrl, sandboxUrl: stack.sandbox.origin };
  const installId = await authorizeApp(playwrightBrowser(browser), urls, storeId);
  const opened = 'UPDATE installs SET opened_at = coalesce(opened_at, now()) WHERE install_id = $1';
  await asSystem(stack, opened, [installId]);
  return installId;
}

/**
 * Installs the app in a store over HTTP, without a page. Waits until the install has an active webhook subscription.
 * Returns the id of the install. The app loads past orders in the background.
 */
export async function installStore(stack: Stack, storeId: string): Promise<string> {
  // In the stack of tests/browsers, the app has a certificate that this HTTP client does not trust. So the
  // client ignores certificate errors.
  const browser = await request.newContext({ ignoreHTTPSErrors: true });
  try {
    const installId = await signInOverHttp(browser, stack, storeId);
    const subscribed = 'SELECT FROM webhook_secrets WHERE install_id = $1 AND checked_at IS NOT NULL';
    await eventually('the app is subscribed', async () => {
      const rows = await asSystem(stack, subscribed, [installId]);
      return rows.length > 0;
    });
    return installId;
  } finally {
    await browser.dispose();
  }
}

function playwrightBrowser(context: APIRequestContext): HttpBrowser {
  return {
    async send(url, form) {
      const response = await context.fetch(url, {
        maxRedirects: 0,
        ...(form && { method: 'POST', form: form.fields, headers: { origin: form.origin } }),
      });
      return {
        status: response.status(),
        location: response.headers().location,
        text: await response.text(),
      };
    },
  };
}
