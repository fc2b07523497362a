import { expect, it } from 'vitest';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import { Installation } from 'commerce-platform-client/contract/installation';
import { isStorableJson } from 'commerce-platform-client/contract/storable-text';
import type { Tx } from '@/lib/system/db';

const hostile = 'a\0\ud83d';
const answer = {
  install: {
    id: 'inst_1',
    app_id: hostile,
    status: 'active',
    granted_scopes: ['orders:read', hostile],
    effective_scopes: [hostile],
    installed_at: '2026-11-21T10:00:00Z',
  },
  store: {
    id: 'store_1',
    slug: hostile,
    name: hostile,
    currency: hostile,
    decimals: 2,
    locale: hostile,
    timezone: hostile,
    country: hostile,
    is_development: false,
  },
};

it('saveInstallation saves and returns only texts that PostgreSQL can store', async () => {
  const saved: unknown[] = [];
  const tx = { install: { upsert: async (row: unknown) => saved.push(row) } } as unknown as Tx;
  const returned = await saveInstallation(tx, Installation.parse(answer));
  expect(isStorableJson(saved)).toBe(true);
  expect(saved).toMatchObject([
    { update: { storeName: 'a\uFFFD\uFFFD', effectiveScopes: ['a\uFFFD\uFFFD'], decimals: 2 } },
  ]);
  expect(returned.install.effective_scopes).toEqual(['a\uFFFD\uFFFD']);
});

it.each([-1, 19, 2 ** 40, 0.5])('an installation with %s decimals is not a valid answer', (decimals) => {
  expect(Installation.safeParse(answer).success).toBe(true);
  const store = { ...answer.store, decimals };
  expect(Installation.safeParse({ ...answer, store }).success).toBe(false);
});
