import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { pageOfRows } from '@/sandbox/domain/list-pages';
import { installsOf } from '@/sandbox/domain/installs';
import { limitBody } from '@/sandbox/http/answers';
import type { Runtime, SandboxEnv } from '@/sandbox/http/runtime';
import { routeOf } from '@/sandbox/platform-layout';
import type { StoreRecord } from '@/sandbox/world/records';
import { appsPage, embeddedPage } from './apps-pages';
import { launchUrl } from './launch-url';
import { type Html, page, storePath } from './layout';
import { activeIn, merchantActions } from './merchant-actions';
import { orderPage, ordersPage } from './orders-pages';
import { pageHeaders, samePage } from './page-headers';
import { productsPage } from './products-page';
import { texts } from './texts';

/**
 * The stylesheet of all pages of the sandbox. It consists of the CSS of the store admin, of the developer portal and of
 * the tour.
 */
const css = ['./admin.css', '../portal/portal.css', '../tour/tour.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n');
/**
 * The paths under which the icon is served. A browser requests /favicon.ico after a response that names no icon, such
 * as a JSON response.
 */
const iconPaths = ['/assets/icon.svg', '/favicon.ico'];
const icon = readFileSync(new URL('./icon.svg', import.meta.url), 'utf8');
const rowsPerPage = 25;

/**
 * Returns the routes of the store admin, where merchants work and apps are embedded. There is no sign-in: every visitor
 * acts as the store owner.
 */
export function admin(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const storeOf = (id: string) => runtime.world.stores.get(id);
  app.use(pageHeaders(() => runtime.world.apps.values().map((row) => row.origin)));
  app.use('/admin/*', samePage(runtime.origin), limitBody);
  app.route('/admin/stores/:store', merchantActions(runtime));
  app.get('/assets/admin.css', (c) => c.body(css, 200, { 'content-type': 'text/css; charset=utf-8' }));
  for (const path of iconPaths)
    app.get(path, (c) => c.body(icon, 200, { 'content-type': 'image/svg+xml; charset=utf-8' }));
  app.get('/', (c) => c.html(storesPage(runtime.world.stores.values())));
  app.get('/admin/stores/:store', (c) =>
    c.redirect(`/admin/stores/${encodeURIComponent(c.req.param('store'))}/orders`),
  );

  app.get('/admin/stores/:store/orders', (c) => {
    const store = storeOf(c.req.param('store'));
    if (!store) return c.notFound();
    const query = { cursor: c.req.query('cursor'), limit: rowsPerPage };
    const found = pageOfRows(runtime.world.orders.inStore(store.id), query, () => true);
    return found
      ? c.html(ordersPage(store, found.rows, found.nextCursor, c.req.query('done')))
      : c.notFound();
  });

  const { layout } = runtime;
  // The page of an order has two paths. The sandbox's own pages link to the first path. Apps link to the second path,
  // which is a setting of the sandbox (platform-layout.ts).
  for (const route of ['/admin/stores/:store_id/orders/:order_id', routeOf(layout.adminOrder)])
    app.get(route, (c) => {
      const store = storeOf(c.req.param('store_id') ?? '');
      const order = runtime.world.orders.get(c.req.param('order_id') ?? '');
      if (!store || order?.store_id !== store.id) return c.notFound();
      return c.html(orderPage(store, order, c.req.query('done')));
    });

  app.get('/admin/stores/:store/products', (c) => {
    const store = storeOf(c.req.param('store'));
    if (!store) return c.notFound();
    const query = { cursor: c.req.query('cursor'), limit: rowsPerPage };
    const found = pageOfRows(runtime.world.products.inStore(store.id), query, () => true);
    if (!found) return c.notFound();
    return c.html(productsPage(store, found, query.cursor, c.req.query('done')));
  });

  app.get('/admin/stores/:store/apps', (c) => {
    const store = storeOf(c.req.param('store'));
    if (!store) return c.notFound();
    const active = installsOf(runtime.world, store.id).filter((row) => row.status === 'active');
    const rows = runtime.world.apps.values().map((row) => ({
      app: row,
      installs: active.filter((install) => install.app_id === row.id),
    }));
    return c.html(appsPage(store, rows, layout, c.req.query('done')));
  });

  app.get(routeOf(layout.adminApp), async (c) => {
    const store = storeOf(c.req.param('store_id') ?? '');
    const install = activeIn(runtime, store, c.req.param('install_id') ?? '');
    if (!store || !install) return c.notFound();
    const client = runtime.world.apps.need(install.app_id);
    const url = await launchUrl(client, store, install, {
      issuer: runtime.issuer,
      names: layout.launch,
      wallMs: runtime.wallMs(),
      // With ?launch= in the URL, the admin opens the app as a different platform might do. With `none`, it sends no
      // launch token. With `token`, it sends a launch token and no install id. With `bare`, it sends neither of the
      // two.
      withToken: !['none', 'bare'].includes(c.req.query('launch') ?? ''),
      withInstall: !['token', 'bare'].includes(c.req.query('launch') ?? ''),
      returnTo: c.req.query(layout.launch.returnTo),
    });
    return c.html(embeddedPage(store, client, url));
  });
  return app;
}

/** Renders the HTML page that is the response to every unknown address of the sandbox. */
export function notFoundPage(): Html {
  return page(
    'en',
    texts.en.notFound,
    html`<main class="card"><h1>${texts.en.notFound}</h1><p lang="ar" dir="rtl">${texts.ar.notFound}</p></main>`,
    'centered',
  );
}

function storesPage(stores: StoreRecord[]): Html {
  return page(
    'en',
    texts.en.pickStore,
    html`<main class="card">
      <h1>${texts.en.pickStore} <span lang="ar" dir="rtl">${texts.ar.pickStore}</span></h1>
      <p>${texts.en.pickStoreIntro}</p>
      <p lang="ar" dir="rtl">${texts.ar.pickStoreIntro}</p>
      <div class="actions stacked">
        ${stores.map(
          (store) =>
            html`<a class="button" href="${storePath(store, 'apps')}" lang="${store.locale}" dir="${store.locale === 'ar' ? 'rtl' : 'ltr'}"><b>${store.name}</b> <small><bdi>${store.currency}</bdi></small></a>`,
        )}
      </div>
      <p class="more"><a href="/tour">${texts.en.tour}</a> · <a href="/tour?lang=ar" lang="ar">${texts.ar.tour}</a></p>
      <p class="more"><a href="/portal">${texts.en.portal}</a> · <a href="/portal?lang=ar" lang="ar">${texts.ar.portal}</a> · <a href="/docs">${texts.en.docs}</a></p>
    </main>`,
    'centered',
  );
}
