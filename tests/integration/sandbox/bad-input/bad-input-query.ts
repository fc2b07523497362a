import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import type { Draft, Json } from './bad-input-request';
import { admits, type Schema, schemaOf } from './bad-input-schema';
import { type Kind, malformed, type Mutation, pickOf } from './bad-input-mutation';

const times = [
  'yesterday',
  '2026-01-01',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00',
  '1e400',
  '0',
  '+010000-01-01T00:00:00Z',
];
const cursors = [
  'x',
  '!',
  '0',
  '__proto__',
  'e30',
  'null',
  'MjAyNi0wMS0wMVQwMDowMDowMC4wMDBa',
  '😀',
  '=',
  'A'.repeat(512),
];
const words = ['zzz', '', 'PLACED', 'placed ', '__proto__', 'constructor', 'placed,approved'];
const numbers = [
  '0',
  '-1',
  '101',
  '1.5',
  '1e400',
  'NaN',
  'Infinity',
  'abc',
  '',
  '٣',
  '0x10',
  '1e1',
  ' 5',
  '+5',
  '5.0',
  'null',
];
const wide = ['9223372036854775807', '-9223372036854775808', '9007199254740993', '18446744073709551616'];

/**
 * Returns all mutations that make the query of an endpoint wrong. Also returns mutations after which the query looks
 * wrong but is still valid.
 */
export function queryMutations(name: EndpointName): Mutation[] {
  const schema = schemaOf(name, 'query');
  const harmless = put('harmless', 'an unknown parameter', ['holds'], (draft, salt) => {
    draft.query.push(
      pickOf(
        [
          ['x', '1'],
          ['__proto__', 'x'],
          ['constructor', ''],
          ['%00', '%'],
          ['a[b]', '1'],
        ],
        salt,
      ),
    );
  });
  if (!schema) return [harmless];
  const fields = Object.entries(schema.properties ?? {});
  return [
    harmless,
    ...(schema.required ?? []).map((field) =>
      put('missing key', `without ${field}`, malformed, (draft) => {
        draft.query = draft.query.filter(([key]) => key !== field);
      }),
    ),
    ...fields.flatMap(([field, type]) => fieldMutations(field, type)),
  ];
}

function fieldMutations(field: string, type: Schema): Mutation[] {
  const bad = (kind: Kind, values: string[], outcomes = malformed) =>
    values.length === 0
      ? []
      : [
          put(kind, `${kind} as ${field}`, outcomes, (draft, salt) =>
            set(draft, field, pickOf(values, salt)),
          ),
        ];
  const encoded = (values: Json[]) =>
    values.filter((value) => !admits(type, value)).map((value) => encodeURIComponent(String(value)));
  if (field === 'limit')
    return [
      ...bad('bad number', numbers.map(encodeURIComponent)),
      ...bad('64-bit integer', wide),
      ...bad('NUL', ['5%00', '%00']),
      ...bad('over-long value', ['1'.repeat(400)]),
    ];
  if (field === 'ids')
    return [
      ...bad('over-long value', [Array.from({ length: 101 }, (_, index) => `var_${index}`).join(',')]),
      ...bad(
        'foreign id',
        ['var_none', '__proto__,constructor', 'x'.repeat(5000), '9223372036854775807'],
        ['holds'],
      ),
    ];
  const long = type.maxLength === undefined ? 2000 : type.maxLength + 1;
  return [
    ...bad('over-long value', encoded(['x'.repeat(long), 'x'.repeat(8000)])),
    ...bad('bad value', encoded(field.endsWith('_min') ? times : words)),
    ...bad('64-bit integer', encoded(wide)),
    ...bad('NUL', ['%00', 'a%00b']),
    ...(field === 'cursor'
      ? [
          ...bad('bad value', cursors.map(encodeURIComponent)),
          put('bad value', 'a cursor with more at its end', malformed, (draft, salt) => {
            const current = draft.query.find(([key]) => key === field)?.[1] ?? '';
            set(draft, field, current + pickOf(['!!', '%00', '%20', '.', 'A', '='], salt));
          }),
        ]
      : []),
  ];
}

function set(draft: Draft, field: string, value: string): void {
  draft.query = [...draft.query.filter(([key]) => key !== field), [field, value]];
}

function put(
  kind: Kind,
  what: string,
  outcomes: Mutation['outcomes'],
  change: (draft: Draft, salt: number) => void,
): Mutation {
  return {
    kind,
    what: `${what} in the query`,
    outcomes,
    apply: (draft, salt) => {
      change(draft, salt);
      return true;
    },
  };
}
