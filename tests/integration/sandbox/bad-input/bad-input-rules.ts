import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import { type Json, RawJson } from './bad-input-request';
import {
  contractRefusal,
  type Kind,
  malformed,
  type Mutation,
  type Outcome,
  pickOf,
  type Place,
  setAt,
} from './bad-input-mutation';
import type { Stage } from './bad-input-world';

const deep = (depth: number) => new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const list = <Value>(length: number, make: (index: number) => Value) =>
  Array.from({ length }, (_, index) => make(index));

/**
 * Returns mutations that break rules which a schema cannot express. The platform document states these rules: the
 * limits of attributes and tags, and values that must exist in the store.
 */
export function rulesOf(name: EndpointName): Mutation[] {
  const refused = contractRefusal(name);
  const set = (
    kind: Kind,
    place: Place,
    values: Json[] | ((stage: Stage) => Json),
    outcomes = refused,
  ): Mutation => ({
    kind,
    what: `${kind} at ${place.join('.')}`,
    outcomes,
    apply: (draft, salt, stage) =>
      setAt(draft, place, typeof values === 'function' ? values(stage) : pickOf(values, salt)),
  });
  const absent: Outcome[] = ['404 not_found'];
  switch (name) {
    case 'createOrder':
      return [
        ...attributeRules(set, name),
        set('over-long value', ['tags'], [list(11, (index) => `tag ${index}`)]),
        set('foreign id', ['items', 0, 'variant_id'], ({ ids }) => ids.foreign.variant, [
          '404 variant_not_found',
        ]),
        set(
          'foreign id',
          ['items', 0, 'variant_id'],
          ['0', '__proto__', 'constructor'],
          ['404 variant_not_found'],
        ),
        set('bad value', ['currency'], ['ZZZ', 'usd', '__proto__', 'toString'], ['422 currency_not_allowed']),
        set('bad value', ['payment_method'], ['zzz', '__proto__'], ['409 payment_method_disabled']),
        set('bad value', ['exchange_rate'], [null]),
        set('missing key', ['exchange_rate'], () => null),
        set('bad value', ['shipping_address'], [null]),
        set('bad value', ['shipping_address', 'province'], ['zzz', '__proto__', 'DAMASCUS']),
        set('bad value', ['customer', 'phone'], ['+99999999', '+1 (((((((']),
        set('bad number', ['discount', 'amount_minor'], [1_000_000, 2 ** 53 - 1]),
        set('bad number', ['items', 0, 'unit_price_minor'], [2 ** 53 - 1]),
        set('bad number', ['shipping', 'amount_minor'], [2 ** 53 - 1]),
        set(
          'harmless',
          ['shipping', 'amount_minor'],
          [new RawJson('-0'), new RawJson('0.0'), new RawJson('0e9')],
          ['holds'],
        ),
      ];
    case 'patchOrder':
      return [
        ...attributeRules(set, name),
        set('over-long value', ['tags', 'add'], [list(11, (index) => `tag ${index}`)]),
      ];
    case 'createFulfillment':
      return [
        set('foreign id', ['lines', 0, 'order_item_id'], ({ ids }) => ids.foreign.line, absent),
        set('foreign id', ['lines', 0, 'order_item_id'], ['0', '__proto__', 'constructor'], absent),
        set('bad number', ['lines', 0, 'quantity'], [100_001, 1_000_000], ['409 conflict']),
      ];
    case 'createRefund':
      return [
        set('foreign id', ['lines', 0, 'order_item_id'], ({ ids }) => ids.foreign.line, absent),
        set('foreign id', ['lines', 0, 'order_item_id'], ['0', '__proto__', 'constructor'], absent),
        set('bad number', ['amount_minor'], [30_000_001, 2 ** 53 - 1], ['409 conflict']),
        set('bad number', ['lines', 0, 'quantity'], [100_001, 1_000_000], ['409 conflict']),
        set('bad number', ['lines', 0, 'amount_minor'], [2, 2 ** 53 - 1]),
      ];
    case 'createMovement':
      return [
        set('foreign id', ['variant_id'], ({ ids }) => ids.foreign.variant, absent),
        set('foreign id', ['location_id'], ({ ids }) => ids.foreign.location, absent),
        set('foreign id', ['variant_id'], ['0', '__proto__', 'constructor'], absent),
        set('bad number', ['delta'], [0, new RawJson('-0')]),
        set('bad number', ['delta'], [-(2 ** 53 - 1), 2 ** 53 - 1], ['409 conflict']),
      ];
    case 'patchFulfillment':
      return [set('bad value', [], [{}])];
    case 'putWebhook':
      return [
        set(
          'bad value',
          ['endpoint_url'],
          [
            'https://10.0.0.1/x',
            'https://[fd00::1]/',
            'https://intranet/x',
            'https://a:b@example.org/',
            'file:///etc/passwd',
            'javascript:alert(1)',
            'http://example.org/x',
            'https://0x0a000001/',
          ],
        ),
      ];
    case 'testWebhook':
      return [
        set('over-long value', ['data'], [{ x: 'x'.repeat(16 * 1024) }], ['413 payload_too_large']),
        set('deep nesting', ['data', 'a'], [deep(40), deep(2000)], [...malformed, 'holds']),
        set(
          'bad value',
          ['topic'],
          ['refund.created', 'product.created'],
          ['409 webhook_topic_not_subscribed'],
        ),
      ];
    default:
      return [];
  }
}

type SetAt = (kind: Kind, place: Place, values: Json[], outcomes?: Outcome[]) => Mutation;

/**
 * Returns mutations that break the rules for an order's attributes (platform: OrderAttributes,
 * OrderReference).
 */
function attributeRules(set: SetAt, name: EndpointName): Mutation[] {
  const at = (key: string): Place => ['attributes', key];
  const reference = (change: Record<string, Json>): Json => ({
    kind: 'quote',
    number: '7',
    url: null,
    ...change,
  });
  // In PATCH /orders, null deletes an attribute. In all other endpoints, null is a mistake.
  const removal: Json[] = name === 'patchOrder' ? [] : [null];
  return [
    set('wrong type', ['attributes'], [true, 1, 'x', [], [{}], ...(name === 'patchOrder' ? [null] : [null])]),
    set('wrong type', at('quote'), [[], {}, ['x'], { a: 1 }, ...removal]),
    set('over-long value', at('quote'), ['x'.repeat(1001), 'ش'.repeat(501), '😀'.repeat(251)]),
    set(
      'over-long value',
      ['attributes'],
      [
        Object.fromEntries(list(21, (index) => [`k${index}`, index])),
        Object.fromEntries(list(9, (index) => [`k${index}`, 'x'.repeat(1000)])),
      ],
    ),
    ...['', 'A', 'a b', 'k'.repeat(65), 'ش', 'a/b', '__PROTO__'].map((key) =>
      set('extra key', at(key), ['x']),
    ),
    ...['__proto__'].map((key) => set('__proto__', at(key), ['x', 1, { admin: true }, ...removal])),
    ...['constructor', 'hasownproperty'].map((key) => set('harmless', at(key), ['x'], ['holds'])),
    set('bad number', at('quote'), [new RawJson('1e400')]),
    set('NUL', at('quote'), ['a\0b']),
    set('lone surrogate', at('quote'), ['a\ud800']),
    set('deep nesting', at('quote'), [deep(40), deep(2000)], [...contractOr400(name)]),
    set('bad value', at('reference'), [
      'x',
      {},
      reference({ number: 7 }),
      reference({ url: 'http://example.com/' }),
      reference({ url: 'javascript:alert(1)' }),
      reference({ url: 'x' }),
      reference({ url: 'https://localhost.example.com/' }),
      reference({ kind: 'a\0b' }),
    ]),
  ];
}

function contractOr400(name: EndpointName): Outcome[] {
  return [...new Set([...contractRefusal(name), ...malformed])];
}
