import { beforeAll, expect, test } from 'vitest';
import { storefrontOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import { createOrder, orderBody, startWorld, type World } from '@/tests/integration/sandbox/sandbox-world';
import { subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

/**
 * Every field in the platform document, with its type. `?` marks a field that may be null. The list is typed by hand
 * and not taken from the contract in the code, because the contract could lack a field.
 */
const order = `id:string order_number:string status:string payment_status:string source:string? line_pricing:string
  subtotal:Money discount:Money shipping:Money tax:Money total:Money paid:Money refunded:Money
  exchange_rate:ExchangeRate? tags:array created_at:string updated_at:string`;
const variant = `id:string product_id:string sku:string? price:Money status:string name:string attributes:object
  barcode:string? compare_at_price:Money? image_url:string? weight_gram:number? available_quantity:number?`;
const fulfillment = `id:string provider:string? tracking_number:string? status:string created_at:string
  updated_at:string lines:FulfillmentLine[]`;
const refund = 'id:string amount:Money reason:string? created_at:string lines:RefundLine[]';
/**
 * Two additional fields in the response of a write that may also change the status of the order. `order_status` is the
 * status after the write. `order_status_skipped` is true if the status before the write did not allow the change (A8,
 * A9).
 */
const outcome = 'order_status:string order_status_skipped:boolean';
const subscription = `id:string endpoint_url:string topics:array status:string consecutive_failures:number
  activated_at:string? disabled_at:string?`;
const documented: Record<string, string> = {
  Money: 'amount_minor:number currency:string decimals:number',
  ExchangeRate: 'scaled:number scale:number',
  OrderPage: 'data:Order[] next_cursor:string?',
  Order: order,
  OrderDetail: `${order} items:OrderItem[] fulfillments:Fulfillment[] refunds:Refund[] note:string? attributes:object
    customer:OrderCustomer shipping_address:object?`,
  OrderItem:
    'id:string variant_id:string? kind:string name:string quantity:number unit_price:Money total:Money',
  OrderCustomer: 'first_name:string? last_name:string? email:string? phone:string?',
  Fulfillment: fulfillment,
  FulfillmentAnswer: `${fulfillment} ${outcome}`,
  FulfillmentLine: 'order_item_id:string quantity:number',
  Refund: refund,
  RefundAnswer: `${refund} ${outcome}`,
  RefundLine: 'order_item_id:string? quantity:number amount_minor:number',
  ProductPage: 'data:Product[] next_cursor:string?',
  Product: `id:string dsin:string name:string status:string updated_at:string image_url:string? image_color:string?
    brand:string? description:string? category:Category images:array variants:Variant[]`,
  Category: 'id:string name:string',
  Variant: variant,
  VariantDetail: `${variant} product_name:string product_status:string`,
  MovementPage: 'data:Movement[] next_cursor:string?',
  Movement: `id:string sequence:number variant_id:string location_id:string delta:number stock_after:number
    reason:string occurred_at:string`,
  DiscountPage: 'data:Discount[] next_cursor:string?',
  Discount: `id:string method:string code:string? title:string value_type:string target:string percent:number?
    amount:Money? is_active:boolean usage_limit_total:number? used_count:number applies_to_pos:boolean
    applies_to_online:boolean starts_at:string? ends_at:string? created_at:string updated_at:string`,
  Installation: 'install:Install store:InstallStore',
  Install: `id:string app_id:string status:string granted_scopes:array effective_scopes:array
    distribution_channel:string installed_at:string api_version:string webhook:Subscription`,
  InstallStore: `id:string slug:string name:string currency:string decimals:number locale:string timezone:string
    country:string is_development:boolean`,
  Subscription: subscription,
  MintedSubscription: `${subscription} secret:string`,
  TestEvent: `event_id:string topic:string sequence:number occurred_at:string test:boolean data:object
    deliveries:TestDelivery[]`,
  TestDelivery: 'id:string status:string endpoint_url:string',
  Store: `id:string slug:string name:string description:string? logo_url:string? banner_urls:array
    storefront_url:string whatsapp_number:string? phone:string? address:string? accent_color:string? locale:string
    timezone:string country:string pricing_currency:Currency storefront_currencies:Currencies fx:Fx
    payment_methods:PaymentMethod[] provinces:Province[]`,
  Currency: 'code:string decimals:number',
  Currencies: 'allowed:array default:string',
  Fx: 'base:string as_of:string rates:object',
  PaymentMethod: 'id:string wallet_id:string?',
  Province: 'value:string ar:string en:string',
};

/**
 * Compares a value with an entry of `documented`, which describes the fields of an object. Adds every difference to
 * `found.wrong`. Adds the name of each entry of `documented` that occurs in the value to `found.met`.
 */
function check(
  value: unknown,
  shape: string,
  at: string,
  found: { wrong: string[]; met: Set<string> },
): void {
  if (shape.endsWith('?') && value === null) return;
  const name = shape.replace(/\?$/, '');
  if (name.endsWith('[]')) {
    if (!Array.isArray(value)) found.wrong.push(`${at} is no array`);
    else for (const entry of value) check(entry, name.slice(0, -2), at, found);
    return;
  }
  const fields = documented[name];
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (type !== (fields ? 'object' : name)) found.wrong.push(`${at} is ${type}, not ${name}`);
  else if (fields) {
    found.met.add(name);
    const rest = { ...(value as Record<string, unknown>) };
    for (const field of fields.split(/\s+/)) {
      const [key = '', inner = ''] = field.split(':');
      check(rest[key], inner, `${at}.${key}`, found);
      delete rest[key];
    }
    for (const key of Object.keys(rest)) found.wrong.push(`${at}.${key} is not in the document`);
  }
}

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

test('VER-3, INS-1, INS-2, STO-1, PRO-5, INV-3, DIS-2, FUL-7, REF-6, WHK-6, WHK-7: every documented field is present with its type, and there is no other field', async () => {
  const api = await world.install(world.syp);
  const found = { wrong: [] as string[], met: new Set<string>() };
  const data = async (method: string, path: string, body?: unknown) =>
    (await write<{ data: unknown }>(api, method, path, body)).body.data;
  const sold = await storefrontOrder(world, { status: 'approved' });
  await world.control('POST', `/orders/${sold.id}/payments`, { amount_minor: 1000 });
  const line = { order_item_id: sold.big, quantity: 1 };
  const foreign = orderBody({ currency: 'USD', exchange_rate: { scaled: 7692, scale: 8 } });

  check(await subscribe(api), 'MintedSubscription', 'PUT /webhooks', found);
  check((await createOrder(api, foreign)).body.data, 'OrderDetail', 'POST /orders', found);
  const shipped = await data('POST', `/orders/${sold.id}/fulfillments`, { status: 'shipped', lines: [line] });
  check(shipped, 'FulfillmentAnswer', 'POST fulfillment', found);
  const lines = [{ ...line, amount_minor: 300 }];
  const refunded = await data('POST', `/orders/${sold.id}/refunds`, { amount_minor: 300, lines });
  check(refunded, 'RefundAnswer', 'POST refund', found);
  check(await data('POST', '/webhooks/test', { topic: 'order.created' }), 'TestEvent', 'POST test', found);
  for (const [path, shape] of [
    ['/installation', 'Installation'],
    ['/store', 'Store'],
    [`/orders/${sold.id}`, 'OrderDetail'],
    [`/products/${sold.productId}`, 'Product'],
    [`/products/variants?ids=${sold.variantId}`, 'VariantDetail[]'],
    ['/webhooks', 'Subscription'],
  ] as const)
    check(await data('GET', path), shape, path, found);
  for (const [path, shape] of [
    ['/orders', 'OrderPage'],
    ['/products', 'ProductPage'],
    ['/discounts', 'DiscountPage'],
    ['/inventory/movements', 'MovementPage'],
  ] as const)
    check((await api.call('GET', path)).body, shape, path, found);

  expect(found.wrong).toEqual([]);
  expect([...found.met].sort()).toEqual(Object.keys(documented).sort());
});
