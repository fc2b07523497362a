import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  forgetAuthorizations,
  issueCode,
  openAuthorization,
  redeemCode,
} from '@/sandbox/domain/authorizations';
import { Budgets } from '@/sandbox/domain/budgets';
import { forgetPast } from '@/sandbox/domain/forget-past';
import { install } from '@/sandbox/domain/installs';
import { issueTokens, rotate } from '@/sandbox/domain/tokens';
import {
  createOrder,
  orderBody,
  pkce,
  redirectUri,
  seed,
  startWorld,
} from '@/tests/integration/sandbox/sandbox-world';
import { registeredApp, seedRows } from '@/tests/integration/sandbox/orders/seeded-rows';
import { subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

const dayMs = 86_400_000;

/**
 * Returns sandbox data with one store and one install. The `pass` function of the result moves the clock forward and
 * deletes expired rows.
 */
function granted() {
  const world = seedRows(seed, 0, 0);
  const [store] = world.stores.values();
  if (!store) throw new Error('no store');
  const row = install(world, registeredApp, store, { scopes: ['orders:read'], dpaAccepted: true });
  const pass = (ms: number) => {
    world.clock.advance(ms);
    forgetPast(world);
  };
  return { world, store, row, pass };
}

describe('rows that can no longer be used are deleted', () => {
  test('A30, AUT-4: a rotated refresh token is stored as long as its reuse must be detected, and its reuse revokes its family', () => {
    const { world, row, pass } = granted();
    const first = issueTokens(world, row.id);
    const second = rotate(world, first.refreshToken, registeredApp.id);
    pass(89 * dayMs);
    expect(world.tokens.values().filter(({ kind }) => kind === 'access')).toEqual([]);
    expect(world.tokens.size).toBe(2);
    expect(rotate(world, first.refreshToken, registeredApp.id)).toBeNull();
    expect(rotate(world, second?.refreshToken ?? '', registeredApp.id)).toBeNull();
    pass(0);
    expect([world.tokens.size, world.tokenFamilies.size]).toEqual([0, 0]);
  });

  test('AUT-1: a family with only expired tokens is deleted, and a family in use stays', () => {
    const { world, row, pass } = granted();
    issueTokens(world, row.id);
    pass(60 * dayMs);
    const live = issueTokens(world, row.id);
    pass(30 * dayMs);
    expect(world.tokenFamilies.values().map(({ id }) => id)).toEqual([live.familyId]);
    expect(rotate(world, live.refreshToken, registeredApp.id)).not.toBeNull();
  });

  test('A1: an unused code is deleted after its minute; a used code stays, and its reuse revokes the tokens of its first use', () => {
    const { world, store, pass } = granted();
    const { verifier, challenge } = pkce();
    const code = () => {
      const request = openAuthorization(world, {
        app_id: registeredApp.id,
        store_id: store.id,
        redirect_uri: redirectUri,
        scopes: ['orders:read'],
        state: null,
        code_challenge: challenge,
      });
      return issueCode(world, request, true);
    };
    const redeem = (text: string) => redeemCode(world, registeredApp, { code: text, redirectUri, verifier });
    code();
    const used = code();
    const tokens = redeem(used);
    pass(11 * 60_000);
    expect([world.codes.size, world.authorizations.size]).toEqual([1, 0]);
    expect(redeem(used)).toBeNull();
    expect(rotate(world, tokens?.refreshToken ?? '', registeredApp.id)).toBeNull();
    forgetPast(world);
    expect(world.codes.size).toBe(0);
    expect(redeem(used)).toBeNull();
    forgetAuthorizations(world);
  });
});

test('IDE-1, DEL-4: after weeks of use neither memory nor journal has old keys, tokens and deliveries', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-memory-'));
  try {
    const world = await startWorld({ dataDir });
    let api = await world.install(world.syp);
    await subscribe(api, { topics: ['order.created'] });
    await createOrder(api, orderBody(), 'an old key');
    await world.sandbox.tick();
    const { body } = await world.control<{ data: { id: string }[] }>('GET', '/deliveries');
    const old = [`${api.id} an old key`, body.data[0]?.id ?? ''];
    for (let count = 0; count < 1100; count++)
      await world.control('PATCH', `/stores/${world.usd}`, { slug: `slug-${count}` });
    await world.sandbox.advance(31 * dayMs);
    api = await world.install(world.syp, { reuse_install_id: true });
    await createOrder(api, orderBody(), 'a new key');
    const journal = () => readFileSync(join(dataDir, 'journal.jsonl'), 'utf8');
    for (const text of old) expect(journal()).toContain(text);
    const again = await startWorld({ dataDir });
    expect(journal().split('\n')).toHaveLength(3);
    for (const text of old) expect(journal()).not.toContain(text);
    expect(journal()).toContain(`${api.id} a new key`);
    expect((await again.control<{ data: unknown[] }>('GET', '/deliveries')).body.data).toHaveLength(1);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('LIM-1: budgets of inactive addresses and installs are deleted, and budgets in use are not', () => {
  const budgets = new Budgets();
  for (let count = 0; count < 100; count++) budgets.takeInvalidToken(`10.0.0.${count}`, 0);
  for (let count = 0; count < 180; count++) budgets.takeRequest('inst', false, 599_000);
  budgets.forgetPast(600_000);
  expect(budgets.size).toBe(1);
  expect(budgets.takeRequest('inst', false, 600_000)).toBe(59);
});
