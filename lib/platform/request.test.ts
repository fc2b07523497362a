import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { PlatformError } from './platform-error';
import { buildRequest, parseBaseUrl } from './request';
import { PlatformId } from './contract/ids';

const base = parseBaseUrl('https://api.example/v1');
const pathOf = (id: string) => buildRequest(base, 'getOrder', { path: { id } }).url;

describe('the request of an endpoint', () => {
  it('GEN-11: has a URL below the base address, with or without a slash at its end', () => {
    expect(pathOf('ord_1').href).toBe('https://api.example/v1/orders/ord_1');
    const slashed = buildRequest(parseBaseUrl('https://api.example/v1/'), 'getStore', {});
    expect(slashed.url.href).toBe('https://api.example/v1/store');
  });

  it('has any valid id as one path segment on the same host, and refuses every other id', () => {
    const seed = Date.now() % 2 ** 31;
    console.info(`seed ${seed}`);
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '?',
      '#',
      '%2e',
      '%2f',
      '@',
      ':',
      'a',
      '%00',
      ';',
      '//evil.example',
    );
    const ids = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(ids, (id) => {
        if (!PlatformId.safeParse(id).success) {
          expect(() => pathOf(id)).toThrow(PlatformError);
          return;
        }
        const url = pathOf(id);
        expect(url.origin).toBe('https://api.example');
        expect([url.search, url.hash, url.username]).toEqual(['', '', '']);
        const segments = url.pathname.split('/');
        expect(segments.slice(0, 3)).toEqual(['', 'v1', 'orders']);
        expect(segments.slice(3).map(decodeURIComponent)).toEqual([id]);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('LIST-1 PRO-1: has the query of the contract: undefined values are left out, ids are joined, and text is escaped', () => {
    const { url } = buildRequest(base, 'listProducts', {
      query: { q: 'شال & وشاح', ids: ['prod_1', 'prod_2'], status: undefined },
    });
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'شال & وشاح',
      ids: 'prod_1,prod_2',
      limit: '50',
    });
  });

  it('IDE-1 IDE-4: has the idempotency key and the body byte for byte, and has neither if the caller passes none', () => {
    const body = '{"note" : "اثنان"}';
    const sent = buildRequest(base, 'patchOrder', { path: { id: 'ord_1' }, idempotencyKey: 'k1', body });
    expect(sent).toMatchObject({ method: 'PATCH', kind: 'write', body });
    expect(sent.headers).toMatchObject({ 'idempotency-key': 'k1', 'content-type': 'application/json' });
    const bare = buildRequest(base, 'deleteWebhook', {});
    expect([bare.body, Object.keys(bare.headers)]).toEqual([null, ['accept']]);
  });
});
