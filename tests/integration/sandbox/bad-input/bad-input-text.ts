import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import { type Draft, type Json, RawJson, textOf } from './bad-input-request';
import { admits, type Schema } from './bad-input-schema';
import {
  contractRefusal,
  type Kind,
  malformed,
  type Mutation,
  type Outcome,
  pickOf,
} from './bad-input-mutation';

const wrong: Json[] = [
  null,
  true,
  'zzz',
  [],
  {},
  -1,
  new RawJson('1e400'),
  new RawJson('9223372036854775807'),
];

/** Functions that change the text of a JSON object so that the result is not JSON (RFC 8259). */
const breakings: ((text: string, salt: number) => string)[] = [
  (text, salt) => text.slice(0, 1 + (salt % (text.length - 1))),
  (text) => `${text.slice(0, -1)},}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('{', '{x:1,'),
  (text) => text + text,
  (text) => `${text}]`,
  (text) => `/* x */${text}`,
  (text) => text.replace('{', '{"x":NaN,'),
  (text) => text.replace('{', '{"x":0123,'),
  (text) => text.replace('{', '{"x":"\\x41",'),
  (text) => text.replace('{', '{"x":"\\u12",'),
  (text) => text.replace('{', '{"x":"a\nb",'),
  (text) => text.replace('{', '{"x":"a\0b",'),
  (text) => `\0${text}`,
  (text) => text.replace('{', '{\ufeff'),
  () => '',
  () => ' \n\t ',
  () => 'undefined',
  () => '\ufeff',
];

/** Returns mutations of the whole text of a body: its syntax, encoding, size and duplicate keys. */
export function textMutations(name: EndpointName, schema: Schema): Mutation[] {
  const change = (
    kind: Kind,
    what: string,
    outcomes: Outcome[],
    spoil: (draft: Draft, salt: number) => void,
  ): Mutation => ({
    kind,
    what,
    outcomes,
    apply: (draft, salt) => {
      spoil(draft, salt);
      return true;
    },
  });
  const encoded = (what: string, outcomes: Outcome[], encode: Draft['encode']) =>
    change('bad encoding', what, outcomes, (draft) => {
      draft.encode = encode;
    });
  return [
    change('malformed JSON', 'no JSON', malformed, (draft, salt) => {
      draft.breakText = (text) => pickOf(breakings, salt)(text || '{"x":1}', salt >> 5);
    }),
    change('large body', 'more than 64 KB', ['413 payload_too_large'], (draft, salt) => {
      draft.pad = (text) => {
        const missing = Math.max(0, 64 * 1024 + 1 - Buffer.byteLength(text));
        return text + pickOf([' ', '\n', '}'], salt).repeat(missing + pickOf([0, 1, 100_000], salt));
      };
    }),
    encoded('a byte that is no UTF-8', malformed, (text) => bytes(text.slice(0, -1), [0xff], '}')),
    encoded('half a character', malformed, (text) => bytes(text, [0xe2, 0x82])),
    encoded('a surrogate as bytes', malformed, (text) =>
      bytes('{"x":"', [0xed, 0xa0, 0x80], `",${text.slice(1)}`),
    ),
    encoded('UTF-16', malformed, (text) => bytes([0xff, 0xfe], [...Buffer.from(text, 'utf16le')])),
    // A parser may refuse or ignore a byte order mark (RFC 8259, 8.1). So the test allows both results.
    encoded('a byte order mark in front', [...malformed, 'holds'], (text) => `\ufeff${text}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, type]) => {
      const values = wrong.filter((value) => !admits(type, value));
      if (values.length === 0) return [];
      // If a key occurs more than once, the parser uses the last value, as JSON.parse does (RFC 8259, 4). So the last
      // value decides whether the body is valid.
      const outcomes = [...new Set([...contractRefusal(name), ...malformed])];
      return change('duplicate key', `${field} once more`, outcomes, (draft, salt) => {
        draft.laterKeys.push([field, textOf(pickOf(values, salt))]);
      });
    }),
  ];
}

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}
