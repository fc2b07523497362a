import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBalances } from '@/lib/cash/read-balances.server';
import { carrierToCall, sumBalances } from '@/lib/cash/sum-balances';
import { readHome } from '@/lib/home/read-home.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';

let world: AppWorld;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  context = await installContext(await world.install());
});
afterAll(() => world.stop());

/** Reads the home screen. Returns its totals of the cash notebook, and the number of transactions of the read. */
async function readTotals({ db, ...rest }: InstallContext) {
  let transactions = 0;
  const counted: typeof db = {
    ...db,
    transaction: (work) => (transactions++, db.transaction(work)),
    read: (work) => (transactions++, db.read(work)),
  };
  const { orders } = await readHome({ ...rest, db: counted });
  return { orders, notebook: orders?.notebook, callFirst: orders?.callFirst, transactions };
}

it('the home screen has the totals of the cash notebook for each role that may see cash, and needs no further transaction without cash', async () => {
  const empty = await readTotals(context);
  expect(empty.notebook).toEqual([]);

  await mirrorCashOrder(context.installId, { minor: 700, at: new Date(Date.now() - 9 * 86_400_000) });
  await mirrorCashOrder(context.installId, { minor: 50, currency: 'USD', carrier: null });
  const expected = sumBalances(await readBalances(context));
  expect(
    expected.map(({ sum, owing, late }) => [sum.currency, sum.amount_minor, owing, late.orders]),
  ).toEqual([
    ['SYP', 700, 1, 1],
    ['USD', 50, 1, 0],
  ]);
  const used = await readTotals(context);
  expect(used.notebook).toEqual(expected);
  expect(used.callFirst).toBe(carrierToCall(await readBalances(context)));
  expect(used.callFirst).not.toBeNull();
  expect(used.transactions).toBe(empty.transactions + 1);

  const manager = await installContext(context.installId, 'manager');
  expect((await readTotals(manager)).notebook).toEqual(expected);
  for (const role of ['packer', 'viewer'] as const) {
    const { orders, transactions } = await readTotals(await installContext(context.installId, role));
    expect(orders).not.toHaveProperty('notebook');
    expect(orders).not.toHaveProperty('callFirst');
    expect(orders?.cash).not.toHaveProperty('isNotebookUsed');
    expect(transactions).toBe(empty.transactions);
  }
});
