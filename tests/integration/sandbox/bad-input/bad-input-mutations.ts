import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { bodyMutations } from './bad-input-body';
import { rulesOf } from './bad-input-rules';
import { validDraft } from './bad-input-request';
import { schemaOf } from './bad-input-schema';
import { queryMutations } from './bad-input-query';
import { textMutations } from './bad-input-text';
import { type Kind, malformed, malformedOrAbsent, type Mutation, pickOf } from './bad-input-mutation';
import { type Stage, usedKey } from './bad-input-world';

/** Returns all mutations that make a request to one endpoint wrong, in a map whose keys are the kinds of mistakes. */
export function mutationsOf(name: EndpointName, stage: Stage): Map<Kind, Mutation[]> {
  const { body } = validDraft(name, stage);
  const schema = schemaOf(name, 'body');
  const all = [
    ...(schema && body !== undefined ? bodyMutations(name, schema, body) : []),
    ...(schema ? textMutations(name, schema) : []),
    ...rulesOf(name),
    ...queryMutations(name),
    ...headerMutations(name),
    ...pathMutations(name),
  ];
  const byKind = new Map<Kind, Mutation[]>();
  for (const mutation of all) byKind.set(mutation.kind, [...(byKind.get(mutation.kind) ?? []), mutation]);
  return byKind;
}

function headerMutations(name: EndpointName): Mutation[] {
  const endpoint: { idempotent: boolean; keyOptional?: true } = endpoints[name];
  const mutations: Mutation[] = [
    {
      kind: 'bad token',
      what: 'a bad Authorization',
      outcomes: ['401 unauthorized'],
      apply: ({ headers }, salt, { api }) => {
        const tokens = ['', 'Bearer', 'Bearer ', 'Bearer x', `Bearer ${'x'.repeat(5000)}`, api.accessToken];
        const others = [
          `Basic ${api.accessToken}`,
          `Bearer ${api.refreshToken}`,
          `Bearer ${api.accessToken} x`,
        ];
        headers.authorization = pickOf([...tokens, ...others, 'Bearer \xff', 'Bearer __proto__'], salt);
        return true;
      },
    },
    {
      kind: 'harmless',
      what: 'headers that say nothing',
      outcomes: ['holds'],
      apply: ({ headers }, salt) => {
        const [key, value] = pickOf(
          [
            ['content-type', 'text/plain'],
            ['content-type', 'application/x-www-form-urlencoded'],
            ['content-type', 'multipart/form-data; boundary=x'],
            ['content-type', 'application/json; charset=utf-16'],
            ['accept', 'text/html'],
            ['x-http-method-override', 'DELETE'],
            ['x-request-id', '__proto__'],
            ['if-none-match', '*'],
          ] as const,
          salt,
        );
        headers[key] = value;
        return true;
      },
    },
  ];
  const withKey = (what: string, key: string, outcomes: Mutation['outcomes'] = malformed): Mutation => ({
    kind: 'idempotency key',
    what: `Idempotency-Key ${what}`,
    outcomes,
    apply: ({ headers }) => {
      headers['idempotency-key'] = key;
      return true;
    },
  });
  if (endpoint.idempotent)
    mutations.push(
      withKey('empty', ''),
      withKey('of blanks', '   '),
      withKey('of another request', usedKey, ['409 conflict']),
      {
        kind: 'idempotency key',
        what: 'no Idempotency-Key',
        outcomes: malformed,
        apply: ({ headers }) => delete headers['idempotency-key'],
      },
    );
  if (endpoint.idempotent || endpoint.keyOptional)
    mutations.push(withKey('of 201', 'k'.repeat(201)), withKey('of 9,000', 'k'.repeat(9000)));
  return mutations;
}

function pathMutations(name: EndpointName): Mutation[] {
  const { path } = endpoints[name];
  const absent = [
    '0',
    'ord_none',
    'x'.repeat(5000),
    '__proto__',
    'constructor',
    '9223372036854775807',
    '-0',
    '1e400',
  ];
  const strange = [
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%E0%A4%A',
    '%ED%A0%80',
    '%2e%2e%2f',
    '..%2forders',
    '%0d%0a',
    '%ff',
  ];
  const mutations: Mutation[] = [
    {
      kind: 'bad path',
      what: 'more path',
      outcomes: malformedOrAbsent,
      apply: (draft, salt) => {
        draft.suffix = pickOf(
          ['/x', '/__proto__', '/%00', '/%E0%A4%A', '%00', '%', '//', '/x'.repeat(500)],
          salt,
        );
        return true;
      },
    },
  ];
  const foreign: Record<string, (stage: Stage) => string> = {
    id: ({ ids }) => (name === 'getProduct' ? ids.foreign.product : ids.foreign.order),
    fulfillmentId: ({ ids }) => ids.foreign.fulfillment,
  };
  for (const [parameter, idOf] of Object.entries(foreign)) {
    if (!path.includes(`{${parameter}}`)) continue;
    const set = (
      kind: Kind,
      outcomes: Mutation['outcomes'],
      value: (salt: number, stage: Stage) => string,
    ): Mutation => ({
      kind,
      what: `${kind} as ${parameter}`,
      outcomes,
      apply: (draft, salt, stage) => {
        draft.path[parameter] = value(salt, stage);
        return true;
      },
    });
    mutations.push(
      set('foreign id', ['404 not_found'], (_, stage) => idOf(stage)),
      set('bad path', malformedOrAbsent, (salt) => pickOf([...absent, ...strange], salt)),
      set('NUL', malformedOrAbsent, (salt, stage) => pickOf([`${idOf(stage)}%00`, '%00'], salt)),
    );
  }
  return mutations;
}
