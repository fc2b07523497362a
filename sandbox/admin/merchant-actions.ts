import { type Context as HonoContext, Hono } from 'hono';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import { variantStatus } from '@/sandbox/domain/catalogue';
import { capturePayment, setStatus } from '@/sandbox/domain/orders/change-order';
import { updateProduct, type VariantEdit } from '@/sandbox/domain/edit-product';
import { uninstall } from '@/sandbox/domain/installs';
import { paidMinor } from '@/sandbox/domain/orders/order-pricing';
import { isRefusal } from '@/sandbox/domain/refusal';
import { sellElsewhere } from '@/sandbox/domain/orders/sell-elsewhere';
import { asMerchant } from '@/sandbox/http/control-request';
import type { Runtime, SandboxEnv } from '@/sandbox/http/runtime';
import type { InstallRecord, OrderRecord, StoreRecord, VariantRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { storePath } from './layout';
import type { Done } from './text';

type Call = HonoContext<SandboxEnv>;

/**
 * Returns the routes for the forms of the store admin, below /admin/stores/:store. Each route does one action and
 * redirects back to the page, which shows the result.
 */
export function merchantActions(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const { stores, orders, products } = tablesOf(runtime);

  app.post('/orders/buy', (c) => sale(runtime, c, 'storefront'));
  app.post('/orders/sell', (c) => sale(runtime, c, 'pos'));

  app.post('/orders/:order/remit', (c) => {
    const store = stores(param(c, 'store'));
    const order = orders(store, param(c, 'order'));
    if (!store || !order) return c.notFound();
    const unpaidMinor = order.total_minor - paidMinor(order);
    if (unpaidMinor > 0) capturePayment(asMerchant(runtime.world, store.id), order, unpaidMinor);
    return back(c, store, `orders/${order.id}`, unpaidMinor > 0 ? 'remitted' : 'nothing_unpaid');
  });

  app.post('/orders/:order/status', async (c) => {
    const store = stores(param(c, 'store'));
    const order = orders(store, param(c, 'order'));
    if (!store || !order) return c.notFound();
    const requested = new URLSearchParams(await c.req.text()).get('status');
    const status = orderStatusMoves[order.status].find((value) => value === requested);
    if (status) setStatus(asMerchant(runtime.world, store.id), order, status);
    return back(c, store, `orders/${order.id}`, status ? 'status_set' : 'status_refused');
  });

  app.post('/products/:product/:variant', async (c) => {
    const store = stores(param(c, 'store'));
    const product = products(store, param(c, 'product'));
    const variant = product?.variants.find((row) => row.id === c.req.param('variant'));
    if (!store || !product || !variant) return c.notFound();
    const form = new URLSearchParams(await c.req.text());
    const edit = stepOf(variant, form.get('step') ?? '');
    if (!edit) return c.text('no such step', 400);
    updateProduct(asMerchant(runtime.world, store.id), product, { variants: [{ id: variant.id, ...edit }] });
    const cursor = form.get('cursor');
    return back(c, store, 'products', 'stepped', cursor ? { cursor } : {});
  });

  app.post('/apps/:install/uninstall', (c) => {
    const store = stores(param(c, 'store'));
    const install = activeIn(runtime, store, param(c, 'install'));
    if (!store || !install) return c.notFound();
    uninstall(asMerchant(runtime.world, store.id), install);
    return back(c, store, 'apps', 'uninstalled');
  });

  app.post('/apps/:install/scopes', async (c) => {
    const store = stores(param(c, 'store'));
    const install = activeIn(runtime, store, param(c, 'install'));
    if (!store || !install) return c.notFound();
    const form = new URLSearchParams(await c.req.text());
    const allowed = form.getAll('scope');
    runtime.world.installs.put({
      ...install,
      allowed_scopes: install.granted_scopes.filter((scope) => allowed.includes(scope)),
      dpa_accepted: form.get('dpa') === 'accepted',
    });
    return back(c, store, 'apps', 'scopes_set');
  });
  return app;
}

/** Returns the install with the given id. Returns undefined if it belongs to another store or was uninstalled. */
export function activeIn(
  runtime: Runtime,
  store: StoreRecord | undefined,
  installId: string,
): InstallRecord | undefined {
  const row = runtime.world.installs.get(installId);
  return store && row?.store_id === store.id && row.status === 'active' ? row : undefined;
}

/**
 * Returns functions that find rows of one store. Each call reads `runtime.world` again, because a reset
 * replaces the sandbox's world (its whole state).
 */
function tablesOf(runtime: Runtime) {
  return {
    stores: (id: string) => runtime.world.stores.get(id),
    orders: (store: StoreRecord | undefined, id: string): OrderRecord | undefined => {
      const row = runtime.world.orders.get(id);
      return store && row?.store_id === store.id ? row : undefined;
    },
    products: (store: StoreRecord | undefined, id: string) => {
      const row = runtime.world.products.get(id);
      return store && row?.store_id === store.id ? row : undefined;
    },
  };
}

const param = (c: Call, name: string) => c.req.param(name) ?? '';

function back(
  c: Call,
  store: StoreRecord,
  path: string,
  done: Done,
  query: Record<string, string> = {},
): Response {
  return c.redirect(`${storePath(store, path)}?${new URLSearchParams({ ...query, done })}`, 303);
}

function sale(runtime: Runtime, c: Call, source: 'storefront' | 'pos'): Response | Promise<Response> {
  const store = runtime.world.stores.get(param(c, 'store'));
  if (!store) return c.notFound();
  const order = sellNext(runtime.world, store, source);
  if (!order) return back(c, store, 'orders', 'nothing_for_sale');
  return back(c, store, 'orders', source === 'pos' ? 'sold' : 'bought');
}

/**
 * Creates an order for one product variant that is for sale. Each call uses the next variant of the store. Returns null
 * if no variant is for sale.
 */
export function sellNext(world: World, store: StoreRecord, source: 'storefront' | 'pos'): OrderRecord | null {
  const forSale = world.products
    .inStore(store.id)
    .filter((product) => product.status === 'active')
    .flatMap((product) => product.variants.filter((variant) => variantStatus(variant) === 'active'));
  const variant = forSale[world.counters.need(store.id).order % Math.max(forSale.length, 1)];
  if (!variant) return null;
  const merchant = asMerchant(world, store.id);
  const context = source === 'pos' ? merchant : { ...merchant, actor: { kind: 'customer' as const } };
  const order = sellElsewhere(context, store, {
    source,
    items: [{ variant_id: variant.id, quantity: 1 }],
    discountMinor: 0,
    delivery: source === 'storefront',
  });
  if (isRefusal(order)) throw new Error(order.message);
  return order;
}

/**
 * Returns the change that one press of a button makes to a variant. The stock changes by one piece. The price changes
 * by one in its second digit: 45,000 becomes 46,000, and 250 becomes 260.
 */
function stepOf(variant: VariantRecord, step: string): VariantEdit | null {
  const { price_minor: price, stock } = variant;
  const priceStep = 10 ** Math.max(0, String(price).length - 2);
  switch (step) {
    case 'price-up':
      return { price_minor: price + priceStep };
    case 'price-down':
      return { price_minor: Math.max(0, price - priceStep) };
    case 'stock-up':
      return { quantity: stock + 1 };
    case 'stock-down':
      return { quantity: Math.max(Math.min(0, stock), stock - 1) };
    default:
      return null;
  }
}
