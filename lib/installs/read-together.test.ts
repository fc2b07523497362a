import { expect, test } from 'vitest';
import { readTogether } from '@/lib/installs/read-together.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';

test('all reads of a page share one transaction', async () => {
  const transactions: string[] = [];
  const open =
    (kind: string) =>
    <T>(work: (tx: Tx) => Promise<T>) => {
      transactions.push(kind);
      return work({} as Tx);
    };
  const context = { db: { transaction: open('transaction'), read: open('read') } } as InstallContext;
  const seen = await readTogether(context, async ({ db }) => [
    await db.read((tx) => Promise.resolve(tx)),
    await db.transaction((tx) => Promise.resolve(tx)),
  ]);
  expect(transactions).toEqual(['read']);
  expect(seen[0]).toBe(seen[1]);
});
