import { expect, type Page, test } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };
import { pathOf, PlatformLayout } from '@/sandbox/platform-layout';
import { appFrame, blockThirdPartyCookies, storeWith } from '@/tests/support/e2e/merchant';
import { desktop } from '@/tests/support/e2e/open-store';
import { untilRow } from '@/tests/support/e2e/until-row';
import { asSystem } from '@/tests/support/stack/as-system';
import { type Stack, startStack } from '@/tests/support/stack/stack';

/**
 * The URLs, paths and parameter names of a platform that implements the platform document but names these things
 * differently than the sandbox does by default.
 */
const changes = {
  api: '/commerce/api/v1',
  issuer: '/tenants/7',
  authorize: '/tenants/7/consent',
  token: '/tenants/7/tokens',
  revoke: '/tenants/7/tokens/revocation',
  adminApp: '/shops/{store_id}/extensions/{install_id}',
  adminOrder: '/shops/{store_id}/sales/{order_id}',
  storeParameter: 'shop',
  launch: { installId: 'installation', launchToken: 'jwt', returnTo: 'to' },
} as const;
const layout = PlatformLayout.parse(changes);

let stack: Stack;
let storeId: string;
let installId: string;

test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(300_000);
  stack = await startStack('test-results/other-platform', {
    layout: changes,
    appEnv: {
      PLATFORM_ADMIN_APP_PATH: changes.adminApp,
      PLATFORM_ADMIN_ORDER_PATH: changes.adminOrder,
      PLATFORM_STORE_PARAMETER: changes.storeParameter,
      PLATFORM_LAUNCH_INSTALL_PARAMETER: changes.launch.installId,
      PLATFORM_LAUNCH_TOKEN_PARAMETER: changes.launch.launchToken,
      PLATFORM_LAUNCH_RETURN_PARAMETER: changes.launch.returnTo,
    },
  });
  storeId = (await storeWith(stack, 'USD')).id;
});
test.afterAll(() => stack.stop());

const adminPath = () => pathOf(layout.adminApp, { store_id: storeId, install_id: installId });

async function openAdmin(page: Page, query: string) {
  await page.goto(`${stack.sandbox.origin}${adminPath()}${query}`);
  return appFrame(page);
}

test('S38: on a platform with other paths and names, only settings differ: install, launch, refresh, webhooks, revoke', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const page = await context.newPage();
  await blockThirdPartyCookies(context, page);

  // Install: on this platform, the parameter with the store id has another name. The app finds the OAuth endpoints in
  // the platform's metadata.
  await page.goto(`${stack.sandbox.origin}/admin/stores/${storeId}/apps`);
  await page.locator(`a[href*="/install?${changes.storeParameter}="]`).click();
  await page.waitForURL((url) => url.pathname === layout.authorize);
  expect(new URL(page.url()).searchParams.get(changes.storeParameter)).toBe(storeId);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.locator('button[value="accept"]').click();
  await page.waitForURL(/\/shops\/[^/]+\/extensions\/[^/?]+$/);
  installId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');

  // Launch: on this platform, the parameter with the launch token has another name. The launch URL contains the path of
  // the page to open.
  const app = await openAdmin(page, `?${changes.launch.returnTo}=/i/${installId}/orders`);
  await expect(app.getByRole('heading', { name: en.orders.title, level: 1 })).toBeVisible();
  const frame = page.frames().find((one) => one.url().startsWith(stack.appUrl));
  expect(new URL(frame?.url() ?? '').pathname).toBe(`/i/${installId}/orders`);

  // Webhooks: the app subscribes at the API path of this platform. When the event of a new order arrives, the app
  // stores the event and reads the order.
  await untilRow(stack, 'SELECT FROM webhook_secrets WHERE install_id = $1 AND checked_at IS NOT NULL', [
    installId,
  ]);
  const sold = await sell();
  await untilRow(stack, 'SELECT FROM orders WHERE install_id = $1 AND id = $2', [installId, sold]);

  // Refresh: the access token expires. Before its next read, the worker refreshes the token at the token endpoint of
  // this platform.
  const [before] = await asSystem<{ version: number }>(
    stack,
    `UPDATE install_tokens SET obtained_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
     WHERE install_id = $1 RETURNING version`,
    [installId],
  );
  const next = await sell();
  await untilRow(stack, 'SELECT FROM orders WHERE install_id = $1 AND id = $2', [installId, next]);
  const [after] = await asSystem<{ version: number; state: string }>(
    stack,
    'SELECT version, state FROM install_tokens WHERE install_id = $1',
    [installId],
  );
  expect(after).toEqual({ version: (before?.version ?? 0) + 1, state: 'active' });

  // The link to the order's page in the store admin has the path of this platform, and it opens the page.
  await app.locator(`a[href$="/orders/${next}"]`).first().click();
  const link = app.locator(`a[href^="${stack.sandbox.origin}/shops/"]`);
  await expect(link).toHaveAttribute('href', new RegExp(`/shops/${storeId}/sales/${next}$`));
  expect((await fetch((await link.getAttribute('href')) ?? '')).status).toBe(200);

  // Revocation: the test revokes a token at the endpoint in the metadata. Then the app is uninstalled, and a webhook
  // informs the app.
  await expectRevocable();
  await stack.sandbox.control('DELETE', `/installs/${installId}`);
  await untilRow(stack, 'SELECT FROM installs WHERE install_id = $1 AND revoked_at IS NOT NULL', [installId]);
  await context.close();
});

test('S38: nothing of the documented layout is served on the other platform', async () => {
  const documented = [
    '/v1/store',
    '/oauth/authorize',
    '/oauth/token',
    '/.well-known/oauth-authorization-server',
  ];
  for (const path of documented) expect((await fetch(stack.sandbox.origin + path)).status, path).toBe(404);
});

/** Sells one order in the storefront of the platform. Returns its id. */
async function sell(): Promise<string> {
  const { products } = await stack.sandbox.control<{
    products: { status: string; variants: { id: string; status: string; stock: number }[] }[];
  }>('GET', `/dump?store_id=${storeId}`);
  const variant = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .find(({ status, stock }) => status === 'active' && stock > 0);
  const { data } = await stack.sandbox.control<{ data: { id: string } }>('POST', '/orders', {
    store_id: storeId,
    source: 'storefront',
    items: [{ variant_id: variant?.id, quantity: 1 }],
  });
  return data.id;
}

/** Revokes a token at the endpoint in the metadata. Then checks that the API refuses the token. */
async function expectRevocable(): Promise<void> {
  const { origin, clientId, clientSecret } = stack.sandbox;
  const url = `${origin}/.well-known/oauth-authorization-server${changes.issuer}`;
  const metadata = (await (await fetch(url)).json()) as { revocation_endpoint: string };
  expect(metadata.revocation_endpoint).toBe(origin + changes.revoke);
  const granted = await stack.sandbox.control<{ access_token: string; refresh_token: string }>(
    'POST',
    '/installs',
    { store_id: (await storeWith(stack, 'AED')).id },
  );
  const authorization = `Bearer ${granted.access_token}`;
  const read = async () =>
    (await fetch(`${origin}${changes.api}/store`, { headers: { authorization } })).status;
  expect(await read()).toBe(200);
  await fetch(metadata.revocation_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ token: granted.refresh_token }),
  });
  expect(await read()).toBe(401);
}
