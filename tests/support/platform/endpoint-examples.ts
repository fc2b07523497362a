import type { z } from 'zod';
import type { EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import type { Scope } from 'commerce-platform-client/contract/scopes';

/**
 * Ids of sandbox records that a valid request body must name: a variant, a line of an order of the variant, and a stock
 * location.
 */
export type ExampleIds = { line: string; variant: string; location: string };

type Endpoints = typeof endpoints;

/** Name of an endpoint that takes a body. */
export type WriteName = {
  [Name in EndpointName]: Endpoints[Name] extends { body: z.ZodType } ? Name : never;
}[EndpointName];

type Example<Name extends EndpointName> = {
  /**
   * The scope that the platform document requires (platform: Scopes; products by A10). The scope is typed by hand and
   * not read from the contract in the code, because tests compare it with the contract.
   */
  scope: Scope | null;
  /** A pattern that matches the ids of the endpoint's requirements in docs/platform/requirements.tsv. */
  requirements: RegExp;
} & (Endpoints[Name] extends { body: infer Body extends z.ZodType }
  ? {
      /** Returns a valid body with every field. It fits an approved, paid order of a store in Syrian pounds. */
      body: (ids: ExampleIds) => z.input<Body>;
    }
  : object);

/**
 * One example for each endpoint: its scope, a pattern for the ids of its requirements and, if the endpoint takes a
 * body, a valid body. Four kinds of tests use the examples: tests of bad inputs, of scopes, of the platform client and
 * of the generated client. The generator of docs/coverage.md uses `requirements` to find the tests of each endpoint.
 */
export const endpointExamples = {
  getInstallation: { scope: null, requirements: /^INS-/ },
  getStore: { scope: null, requirements: /^STO-/ },
  listOrders: { scope: 'orders:read', requirements: /^(LIST-|ORD-1$)/ },
  getOrder: { scope: 'orders:read', requirements: /^ORD-([2-57]|1[1-4])$/ },
  createOrder: {
    scope: 'orders:create',
    requirements: /^(CRE-|ORD-[689]$)/,
    body: ({ variant }) => ({
      status: 'placed',
      currency: 'USD',
      items: [
        { variant_id: variant, name: 'شال', quantity: 1, unit_price_minor: 300 },
        { variant_id: null, name: 'نقش', quantity: 2, unit_price_minor: 50 },
      ],
      discount: { amount_minor: 10, title: 'عرض' },
      shipping: { amount_minor: 0, method: 'delivery' },
      customer: { name: 'رنا الحلبي', phone: '+963 944 555 666', email: 'rana@example.com' },
      shipping_address: { address: 'شارع', province: 'damascus', city: 'دمشق', notes: 'طابق' },
      payment_method: 'cod',
      exchange_rate: { scaled: 7692, scale: 8 },
      note: 'ملاحظة',
      tags: ['vip', 'quote'],
      attributes: { quote: 'Q-7', done: true },
      inventory: 'decrement',
    }),
  },
  patchOrder: {
    scope: 'orders:write',
    requirements: /^(PAT-|ORD-10$)/,
    body: () => ({
      note: 'ملاحظة',
      tags: { add: ['vip'], remove: ['old'] },
      attributes: { quote: 'Q-8', old: null },
    }),
  },
  setOrderStatus: {
    scope: 'orders:write',
    requirements: /^STA-/,
    body: () => ({ status: 'processing' }),
  },
  createFulfillment: {
    scope: 'fulfillments:write',
    requirements: /^FUL-[1-3567]$/,
    body: ({ line }) => ({
      status: 'pending',
      provider: 'Aramex',
      tracking_number: 'T1',
      lines: [{ order_item_id: line, quantity: 1 }],
    }),
  },
  patchFulfillment: {
    scope: 'fulfillments:write',
    requirements: /^FUL-[4-8]$/,
    body: () => ({ provider: 'Aramex', tracking_number: 'T2' }),
  },
  createRefund: {
    scope: 'refunds:write',
    requirements: /^REF-/,
    body: ({ line }) => ({
      amount_minor: 1,
      reason: 'كسر',
      restock: true,
      lines: [{ order_item_id: line, quantity: 1, amount_minor: 1 }],
    }),
  },
  listProducts: { scope: 'products:read', requirements: /^PRO-[1245]$/ },
  listVariants: { scope: 'products:read', requirements: /^PRO-[35]$/ },
  getProduct: { scope: 'products:read', requirements: /^PRO-[345]$/ },
  listDiscounts: { scope: 'discounts:read', requirements: /^DIS-/ },
  listMovements: { scope: 'inventory:read', requirements: /^INV-[13]$/ },
  createMovement: {
    scope: 'inventory:write',
    requirements: /^INV-[23]$/,
    body: ({ variant, location }) => ({
      variant_id: variant,
      location_id: location,
      delta: -1,
      reason: 'damage',
      note: 'كسر',
    }),
  },
  getWebhook: { scope: null, requirements: /^WHK-[16]$/ },
  putWebhook: {
    scope: null,
    requirements: /^WHK-[236]$/,
    body: () => ({
      endpoint_url: 'http://localhost:3000/hooks',
      topics: ['order.created', 'order.paid'],
      rotate_secret: false,
    }),
  },
  deleteWebhook: { scope: null, requirements: /^WHK-4$/ },
  testWebhook: {
    scope: null,
    requirements: /^WHK-[578]$/,
    body: () => ({ topic: 'order.created', data: { order_id: 'x' } }),
  },
} satisfies { [Name in EndpointName]: Example<Name> };

/** Names of the endpoints that take a body. */
export const writeNames = (Object.keys(endpointExamples) as EndpointName[]).filter(
  (name): name is WriteName => 'body' in endpointExamples[name],
);
