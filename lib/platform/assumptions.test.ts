import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer';
import { TokenResponse } from './contract/oauth';
import {
  LaunchClaims,
  parcelOutcome,
  paymentStatusOf,
  readFulfillmentAnswer,
  readOrderAnswer,
  readRefundAnswer,
  statusAfterRefund,
} from './assumptions';

const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
const at = '2026-11-21T10:00:00Z';
const fulfillment = {
  id: 'ful_1',
  provider: null,
  tracking_number: null,
  status: 'pending',
  created_at: at,
  updated_at: at,
  lines: [],
};
const refund = { id: 'ref_1', amount: money(5), reason: null, created_at: at, lines: [] };
const order = {
  id: 'ord_1',
  order_number: '1',
  status: 'placed',
  payment_status: 'unpaid',
  source: 'app',
  line_pricing: 'gross',
  subtotal: money(1),
  discount: money(0),
  shipping: money(0),
  tax: money(0),
  total: money(1),
  paid: money(0),
  refunded: money(0),
  exchange_rate: null,
  tags: [],
  created_at: at,
  updated_at: at,
  items: [],
  fulfillments: [],
  refunds: [],
  note: null,
  attributes: {},
};
const outcome = { order_status: 'shipped', order_status_skipped: false };
const read = { orderStatus: 'shipped', orderStatusSkipped: false };
const silent = { orderStatus: null, orderStatusSkipped: null };
const elsewhere = [
  undefined,
  null,
  'text',
  7,
  [],
  {},
  { data: null },
  { data: [] },
  { data: { id: 'ful_1' } },
];

describe('responses that the document does not show', () => {
  it('A7: the order is read from data or data.order, and is null otherwise', () => {
    expect(readOrderAnswer({ data: order }).order).toEqual(order);
    expect(readOrderAnswer({ data: { order, status: 'placed' } }).order).toEqual(order);
    for (const answer of elsewhere) expect(readOrderAnswer(answer)).toEqual({ order: null });
  });

  it('A8: fulfillment and outcome are read from data, or from a field of data', () => {
    for (const data of [
      { ...fulfillment, ...outcome },
      { fulfillment, ...outcome },
      { fulfillment, order: outcome },
      { ...fulfillment, order: outcome },
    ])
      expect(readFulfillmentAnswer({ data })).toEqual({ fulfillment, ...read });
    expect(readFulfillmentAnswer({ data: fulfillment })).toEqual({ fulfillment, ...silent });
    expect(readFulfillmentAnswer({ data: outcome })).toEqual({ fulfillment: null, ...read });
    for (const answer of elsewhere)
      expect(readFulfillmentAnswer(answer)).toEqual({ fulfillment: null, ...silent });
  });

  it('A8: an outcome of another type is ignored', () => {
    const data = {
      ...fulfillment,
      order_status: 5,
      order_status_skipped: 'no',
      order: { order_status: 'shipped' },
    };
    expect(readFulfillmentAnswer({ data })).toEqual({ fulfillment, ...read, orderStatusSkipped: null });
  });

  it('A9: refund and outcome are read from the same places', () => {
    expect(readRefundAnswer({ data: { ...refund, ...outcome } })).toEqual({ refund, ...read });
    expect(readRefundAnswer({ data: { refund, order: outcome } })).toEqual({ refund, ...read });
    for (const answer of elsewhere) expect(readRefundAnswer(answer)).toEqual({ refund: null, ...silent });
  });
});

describe('statuses that follow from the amounts', () => {
  it.each([
    [0, 0, 0, 'not_required'],
    [10, 0, 0, 'unpaid'],
    [10, 9, 0, 'partially_paid'],
    [10, 10, 0, 'paid'],
    [10, 11, 0, 'paid'],
    [10, 10, 1, 'partially_refunded'],
    [10, 10, 10, 'refunded'],
    [10, 5, 5, 'refunded'],
  ])(
    'ORD-11 A5: a total of %i with %i paid and %i refunded is %s',
    (totalMinor, paidMinor, refundedMinor, status) => {
      expect(paymentStatusOf({ totalMinor, paidMinor, refundedMinor })).toBe(status);
    },
  );

  it('REF-4 A4: a refund of all captured funds gives refunded, a smaller refund gives partially_refunded', () => {
    expect(statusAfterRefund({ paidMinor: 5, refundedMinor: 4 })).toBe('partially_refunded');
    expect(statusAfterRefund({ paidMinor: 5, refundedMinor: 5 })).toBe('refunded');
  });
});

describe('A38: the outcome of a parcel', () => {
  const parcel = (status: string) => [{ status }];
  it.each([
    ['delivered_failed', [], 'refused'],
    ['returned', parcel('delivered'), 'refused'],
    ['cancelled', parcel('shipped'), 'refused'],
    ['cancelled', parcel('pending'), null],
    ['cancelled', null, null],
    ['delivered', parcel('delivered'), 'taken'],
    ['refunded', parcel('delivered'), 'taken'],
    ['shipped', parcel('shipped'), null],
    ['a status of a later version', parcel('another'), null],
  ])('of an order that is %s, with the fulfillments %j, is %s', (status, fulfillments, outcome) => {
    expect(parcelOutcome({ status, fulfillments })).toBe(outcome);
  });
});

describe('A39: the cursor of the next page', () => {
  const read = (page: object) => {
    const raw = { status: 200, headers: new Headers(), text: JSON.stringify({ data: [], ...page }) };
    return readAnswer('listOrders', 'GET /orders', raw);
  };

  it.each([[{ next_cursor: '' }], [{ next_cursor: null }], [{}]])(
    'is null for the page %j, which is the last one',
    (page) => {
      expect(read(page).body.next_cursor).toBeNull();
    },
  );

  it('makes the list incomplete if it is empty, because rows may follow', () => {
    expect([read({ next_cursor: '' }).unreadable, read({ next_cursor: null }).unreadable]).toEqual([1, 0]);
  });

  it('is returned unchanged if it is not empty', () => {
    expect(read({ next_cursor: ' ' }).body.next_cursor).toBe(' ');
  });
});

it.each(['patchOrder', 'createFulfillment', 'createRefund', 'createMovement'] as const)(
  'a 200 of %s with the envelope of an error is not a success',
  (name) => {
    const raw = (body: unknown) => ({ status: 200, headers: new Headers(), text: JSON.stringify(body) });
    const envelope = { error: { code: 'conflict', message: 'no', request_id: 'req_1' } };
    expect(() => readAnswer(name, name, raw(envelope))).toThrow(
      expect.objectContaining({ status: 200, code: 'bad_answer' }),
    );
    expect(() => readAnswer(name, name, raw({ data: { ok: true } }))).not.toThrow();
  },
);

describe('A2: the claims of a launch token', () => {
  const claims = {
    iss: 'https://platform.example',
    aud: 'daftar',
    sub: 'staff_7',
    name: 'Rima',
    install_id: 'inst_1',
    store_id: 'store_1',
    jti: '0123456789',
    iat: 1_795_000_000,
    exp: 1_795_000_060,
  };

  it.each([
    ['sub', 'staff\0'],
    ['sub', 'staff\ud83d'],
    ['jti', '0123456789\0'],
    ['jti', '0123456789\udc16'],
    ['exp', 1e308],
    ['exp', 253_402_300_800],
    ['exp', -1],
    ['iat', -1e308],
    ['iat', 1e308],
  ])('are refused with the %s %j', (name, value) => {
    expect(LaunchClaims.safeParse(claims).success).toBe(true);
    expect(LaunchClaims.safeParse({ ...claims, [name]: value }).success).toBe(false);
  });

  it('have a display name that PostgreSQL can store, whatever the token contains', () => {
    expect(LaunchClaims.parse({ ...claims, name: 'Ri\0ma \ud83d 🐖' }).name).toBe('Ri\uFFFDma \uFFFD 🐖');
  });
});

it.each([
  [3_600, 3_600],
  [31_536_000, 31_536_000],
  [Number.MAX_SAFE_INTEGER, 31_536_000],
  [undefined, undefined],
])('A1: an access token with the lifetime of %s s is stored with %s s', (expires_in, stored) => {
  const tokens = {
    access_token: 'a',
    token_type: 'Bearer',
    expires_in,
    refresh_token: 'r',
    install_id: 'inst_1',
    store_id: 'store_1',
    store_slug: 'store',
  };
  expect(TokenResponse.parse(tokens).expires_in).toBe(stored);
});
