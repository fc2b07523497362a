import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { lockRates } from '@/lib/quotes/rate/lock-rates.server';
import type { Tx } from '@/lib/system/db';
import type { ActIn } from '@/lib/system/earlier-installs';
import { notifyLive } from '@/lib/system/live/notify';

type RateMove = { from: readonly InstallId[]; to: InstallId; actIn: ActIn };

/**
 * Moves the exchange rates that users typed from closed installs to another install of the same store, because moved
 * quotes can depend on them.
 *
 * - If the other install already has a rate of a pair, this rate stays.
 * - If several closed installs have a rate of a pair, the rate that was changed last is moved.
 * - A second call changes nothing, even if a user has removed a moved rate.
 *
 * Runs in the transaction of lib/system/earlier-installs.ts.
 */
export async function moveRates(tx: Tx, { from, to: installId, actIn }: RateMove): Promise<void> {
  const taken = [];
  for (const old of from) {
    await actIn(old);
    taken.push(...(await tx.storeRate.findMany({ where: { installId: old } })));
    await tx.storeRate.deleteMany({ where: { installId: old } });
  }
  if (taken.length === 0) return;
  const latestFirst = taken.toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime());
  await actIn(installId);
  await lockRates(tx, installId);
  await tx.storeRate.createMany({
    data: latestFirst.map((row) => ({ ...row, installId })),
    skipDuplicates: true,
  });
  await notifyLive(tx, { installId, kind: 'quote', id: '' });
}
