import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import { type Json, RawJson, textOf } from './bad-input-request';
import { admits, branchOf, isObject, mayBe, type Schema } from './bad-input-schema';
import {
  contractRefusal,
  type Kind,
  malformed,
  type Mutation,
  pickOf,
  type Place,
  setAt,
} from './bad-input-mutation';

const raw = (...texts: string[]) => texts.map((text) => new RawJson(text));

/**
 * For each kind of mistake, values that are wrong for most fields. If the schema of a field accepts one of these
 * values, the value is not used for this field.
 */
const pools: Partial<Record<Kind, Json[]>> = {
  'wrong type': [null, true, false, 0, 7, '', 'x', [], {}, [null], ...raw('0.5')],
  'bad number': [-1, ...raw('-1', '1.5', '1e400', '-1e400', '1e-7', '1e21', '0.1', '2147483648.5')],
  '64-bit integer': raw(
    '9223372036854775807',
    '-9223372036854775808',
    '18446744073709551615',
    '9007199254740993',
    '-9007199254740992',
    '9223372036854775807.0',
  ),
  'bad value': [
    '',
    ' ',
    'zzz',
    '__proto__',
    'constructor',
    'toString',
    'PLACED',
    'null',
    '-',
    '😀',
    '\u202e',
  ],
  'deep nesting': [
    ...[33, 200, 20_000].map((depth) => new RawJson('['.repeat(depth) + ']'.repeat(depth))),
    ...[40, 5000].map((depth) => new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  ],
};

const strangeKeys = ['x', 'Status', 'toString', 'constructor', 'hasOwnProperty', '', 'a.b', '😀'];

/** Returns all mutations that make a valid body wrong: each kind of mistake, at each position in the body. */
export function bodyMutations(name: EndpointName, schema: Schema, body: Json): Mutation[] {
  return [...placesOf(schema, body, [], true)].flatMap((spot) => [
    ...pooled(name, spot),
    ...overLong(name, spot),
    ...spoiledText(name, spot),
    ...spoiledKeys(name, spot),
  ]);
}

type Spot = { schema: Schema; value: Json; place: Place; required: boolean };

function* placesOf(schema: Schema, value: Json, place: Place, required: boolean): Generator<Spot> {
  yield { schema, value, place, required };
  const branch = branchOf(schema, value);
  if (Array.isArray(value) && branch.items)
    for (const [index, entry] of value.entries())
      yield* placesOf(branch.items, entry, [...place, index], false);
  if (isObject(value))
    for (const [key, entry] of Object.entries(value)) {
      const inner = branch.properties?.[key];
      if (inner) yield* placesOf(inner, entry, [...place, key], branch.required?.includes(key) ?? false);
    }
}

function broken(name: EndpointName, kind: Kind, { place }: Spot, values: Json[]): Mutation[] {
  if (values.length === 0) return [];
  return [
    {
      kind,
      what: `${kind} at ${place.join('.') || 'the body'}`,
      outcomes:
        kind === 'deep nesting'
          ? [...new Set([...contractRefusal(name), ...malformed])]
          : contractRefusal(name),
      ...(kind !== 'deep nesting' && { field: place.join('.') }),
      apply: (draft, salt) => setAt(draft, place, pickOf(values, salt)),
    },
  ];
}

function pooled(name: EndpointName, spot: Spot): Mutation[] {
  return (Object.entries(pools) as [Kind, Json[]][]).flatMap(([kind, pool]) =>
    broken(
      name,
      kind,
      spot,
      pool.filter((value) => !admits(spot.schema, value)),
    ),
  );
}

function overLong(name: EndpointName, spot: Spot): Mutation[] {
  const { schema, value } = spot;
  const branch = branchOf(schema, value);
  const values: Json[] = [];
  if (mayBe(schema, 'string'))
    values.push(...[branch.maxLength ?? 40, 2047, 20_000].map((length) => `+9${'6'.repeat(length)}`));
  if (Array.isArray(value) && branch.maxItems !== undefined)
    values.push(Array.from({ length: branch.maxItems + 1 }, () => value[0] ?? 'x'));
  return broken(
    name,
    'over-long value',
    spot,
    values.filter((long) => !admits(schema, long) && textOf(long).length < 60_000),
  );
}

/**
 * Returns mutations that put a NUL or a lone surrogate into a text. Such a text is never valid: PostgreSQL cannot store
 * it, and UTF-8 cannot encode a lone surrogate.
 */
function spoiledText(name: EndpointName, spot: Spot): Mutation[] {
  const { value } = spot;
  if (typeof value !== 'string') return [];
  const middle = value.length >> 1;
  const spoiled = (text: string) => [
    text + value,
    value.slice(0, middle) + text + value.slice(middle),
    value + text,
  ];
  return [
    ...broken(name, 'NUL', spot, spoiled('\0')),
    ...broken(name, 'lone surrogate', spot, [...spoiled('\ud800'), ...spoiled('\udfff')]),
  ];
}

function spoiledKeys(name: EndpointName, { schema, value, place, required }: Spot): Mutation[] {
  const mutations: Mutation[] = [];
  const outcomes = contractRefusal(name);
  const key = (
    kind: Kind,
    what: string,
    change: (salt: number) => [string, Json | undefined],
    field?: string,
  ) =>
    mutations.push({
      kind,
      what: `${what} in ${place.join('.') || 'the body'}`,
      outcomes,
      ...(field !== undefined && { field }),
      apply: (draft, salt) => {
        const [added, entry] = change(salt);
        return setAt(draft, [...place, added], entry);
      },
    });
  if (required && place.length > 0)
    mutations.push({
      kind: 'missing key',
      what: `without ${place.join('.')}`,
      outcomes,
      field: place.join('.'),
      apply: (draft) => setAt(draft, place, undefined),
    });
  if (isObject(value)) {
    const prototypes: Json[] = [{ admin: true }, null, 1, 'x', { status: 'refunded' }];
    key('__proto__', '__proto__', (salt) => ['__proto__', pickOf(prototypes, salt)]);
    key('NUL', 'a key with NUL', () => ['a\0b', 'x']);
    key('lone surrogate', 'a key with half a character', () => ['\udc00', 'x']);
    if (branchOf(schema, value).additionalProperties === false)
      key('extra key', 'a strange key', (salt) => [
        pickOf(strangeKeys, salt),
        pickOf([1, 'x', null, {}], salt),
      ]);
  }
  return mutations;
}
