import { Hono } from 'hono';
import { z } from 'zod';
import { orderStatuses } from 'commerce-platform-client/contract/orders';
import { capturePayment, setNote, setStatus, setTags } from '@/sandbox/domain/orders/change-order';
import { createProduct, deleteProduct, updateProduct } from '@/sandbox/domain/edit-product';
import { projectStore } from '@/sandbox/domain/identity-answers';
import { projectOrderDetail } from '@/sandbox/domain/orders/order-answers';
import { paidMinor } from '@/sandbox/domain/orders/order-pricing';
import { isRefusal, refuse, refuseFields } from '@/sandbox/domain/refusal';
import { sellElsewhere } from '@/sandbox/domain/orders/sell-elsewhere';
import type { OrderRecord } from '@/sandbox/world/records';
import { currencyDecimals } from '@/sandbox/world/seed-stores';
import { asMerchant, controlAnswer, controlBody } from './control-request';
import type { Runtime, SandboxEnv } from './runtime';

const Quantity = z.int().min(0).max(1_000_000);
const Minor = z.int().min(0);
const VariantEdit = z.strictObject({
  id: z.string().optional(),
  name: z.string().min(1).max(255).optional(),
  sku: z.string().max(100).nullable().optional(),
  price_minor: Minor.optional(),
  quantity: Quantity.optional(),
  status: z.enum(['active', 'hidden', 'discontinued']).optional(),
});

const NewOrder = z.strictObject({
  store_id: z.string(),
  source: z.enum(['storefront', 'pos']),
  items: z.array(z.strictObject({ variant_id: z.string(), quantity: z.int().min(1).max(1_000_000) })).min(1),
  status: z.enum(orderStatuses).optional(),
  discount_minor: Minor.default(0),
  delivery: z.boolean().default(false),
  phone: z.string().min(1).max(40).optional(),
});
const OrderEdit = z.strictObject({
  status: z.enum(orderStatuses).optional(),
  tags: z.array(z.string().min(1).max(40)).optional(),
  note: z.string().max(5000).nullable().optional(),
});
const NewProduct = z.strictObject({
  store_id: z.string(),
  name: z.string().min(1).max(255),
  variants: z.array(VariantEdit.required({ name: true, price_minor: true })),
});
const ProductEdit = z.strictObject({
  name: z.string().min(1).max(255).optional(),
  status: z.enum(['active', 'hidden', 'discontinued']).optional(),
  variants: z.array(VariantEdit).optional(),
});
const Rate = z.strictObject({ scaled: z.int().positive(), scale: z.int().min(0).max(18) });
const StoreEdit = z.strictObject({
  payment_methods: z
    .array(z.strictObject({ id: z.string().min(1), wallet_id: z.string().nullable().default(null) }))
    .optional(),
  rates: z.record(z.string(), Rate).optional(),
  allowed_currencies: z.array(z.string()).min(1).optional(),
  slug: z.string().min(1).max(100).optional(),
});

/**
 * Returns the control endpoints with which tests do what merchants and customers do outside of the app. For example,
 * they change orders, the catalogue and the store (sandbox-control).
 */
export function controlMerchant(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const detail = (order: OrderRecord) => ({
    data: projectOrderDetail(order, { appId: null, personalData: true }),
  });

  app.post('/orders', async (c) => {
    const body = await controlBody(c, NewOrder);
    if (isRefusal(body)) return controlAnswer(c, body);
    const store = runtime.world.stores.get(body.store_id);
    if (!store) return controlAnswer(c, refuse('not_found', 'no such store'));
    const { discount_minor: discountMinor, ...sale } = body;
    const context = { ...asMerchant(runtime.world, store.id), actor: { kind: 'customer' as const } };
    const order = sellElsewhere(context, store, { ...sale, discountMinor });
    return controlAnswer(c, isRefusal(order) ? order : detail(order), 201);
  });

  app.post('/orders/:id/payments', async (c) => {
    const body = await controlBody(c, z.strictObject({ amount_minor: z.int().positive() }));
    const order = runtime.world.orders.get(c.req.param('id'));
    if (isRefusal(body)) return controlAnswer(c, body);
    if (!order) return controlAnswer(c, refuse('not_found', 'no such order'));
    if (!Number.isSafeInteger(paidMinor(order) + body.amount_minor))
      return controlAnswer(c, refuse('conflict', 'the ledger cannot take this amount'));
    const context = asMerchant(runtime.world, order.store_id);
    return controlAnswer(c, detail(capturePayment(context, order, body.amount_minor)), 201);
  });

  app.patch('/orders/:id', async (c) => {
    const body = await controlBody(c, OrderEdit);
    let order = runtime.world.orders.get(c.req.param('id'));
    if (isRefusal(body)) return controlAnswer(c, body);
    if (!order) return controlAnswer(c, refuse('not_found', 'no such order'));
    const context = asMerchant(runtime.world, order.store_id);
    if (body.tags) order = setTags(context, order, body.tags);
    if (body.note !== undefined) order = setNote(context, order, body.note);
    if (body.status) order = setStatus(context, order, body.status);
    return controlAnswer(c, detail(order));
  });

  app.post('/products', async (c) => {
    const body = await controlBody(c, NewProduct);
    if (isRefusal(body)) return controlAnswer(c, body);
    const store = runtime.world.stores.get(body.store_id);
    if (!store) return controlAnswer(c, refuse('not_found', 'no such store'));
    return controlAnswer(c, { data: createProduct(asMerchant(runtime.world, store.id), store, body) }, 201);
  });

  app.patch('/products/:id', async (c) => {
    const body = await controlBody(c, ProductEdit);
    const product = runtime.world.products.get(c.req.param('id'));
    if (isRefusal(body)) return controlAnswer(c, body);
    if (!product) return controlAnswer(c, refuse('not_found', 'no such product'));
    return controlAnswer(c, {
      data: updateProduct(asMerchant(runtime.world, product.store_id), product, body),
    });
  });

  app.delete('/products/:id', (c) => {
    const product = runtime.world.products.get(c.req.param('id'));
    if (!product) return controlAnswer(c, refuse('not_found', 'no such product'));
    deleteProduct(asMerchant(runtime.world, product.store_id), product);
    return c.body(null, 204);
  });

  app.patch('/stores/:id', async (c) => {
    const body = await controlBody(c, StoreEdit);
    const store = runtime.world.stores.get(c.req.param('id'));
    if (isRefusal(body)) return controlAnswer(c, body);
    if (!store) return controlAnswer(c, refuse('not_found', 'no such store'));
    const unknown = [...(body.allowed_currencies ?? []), ...Object.keys(body.rates ?? {})].filter(
      (code) => !Object.hasOwn(currencyDecimals, code),
    );
    if (unknown.length > 0)
      return controlAnswer(
        c,
        refuseFields(400, [{ path: 'allowed_currencies', message: `unknown: ${unknown.join(', ')}` }]),
      );
    const changed = runtime.world.stores.put({
      ...store,
      payment_methods: body.payment_methods ?? store.payment_methods,
      allowed_currencies: body.allowed_currencies ?? store.allowed_currencies,
      rates: body.rates ?? store.rates,
      fx_as_of: body.rates ? runtime.world.now() : store.fx_as_of,
      slug: body.slug ?? store.slug,
    });
    return controlAnswer(c, { data: projectStore(changed) });
  });

  return app;
}
