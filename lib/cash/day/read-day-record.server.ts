import 'server-only';
import { labelPlace, reasonPlace } from '@/lib/cash/day/close-day.server';
import type { DayRecord, DaySum } from '@/lib/cash/day/day-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Money } from '@/lib/shared/numbers/money';
import type { Tx } from '@/lib/system/db';
import { decrypt, orUnreadable, type Place } from '@/lib/system/keys/crypto';

/** Reads one version of the record of a day. Returns null if no version has this id. */
export async function readDayRecord(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  id: string,
): Promise<DayRecord | null> {
  return db.transaction((tx) => readRecord(tx, installId, id));
}

/** Reads the record of a day in the caller's transaction. */
export async function readRecord(tx: Tx, installId: string, id: string): Promise<DayRecord | null> {
  const record = await tx.cashDay.findUnique({ where: { installId_id: { installId, id } } });
  if (!record) return null;
  const where = { installId, dayId: id };
  const sums = await tx.cashDaySum.findMany({ where, orderBy: [{ currency: 'asc' }, { decimals: 'asc' }] });
  const lines = await tx.cashDayLine.findMany({ where, orderBy: { line: 'asc' } });
  return {
    id,
    day: record.day.toISOString().slice(0, 10),
    version: record.version,
    at: record.createdAt.toISOString(),
    actorName: record.actorName,
    sums: sums.map((sum): DaySum => {
      const { currency, decimals } = sum;
      const money = (minor: bigint | null): Money => ({
        amount_minor: Number(minor ?? 0n),
        currency,
        decimals,
      });
      return {
        currency,
        decimals,
        created: { orders: sum.createdOrders, sum: money(sum.createdMinor) },
        shipped: { orders: sum.shippedOrders, sum: money(sum.shippedMinor) },
        remitted: money(sum.remittedMinor),
        fee: money(sum.feeMinor),
        writtenOff: money(sum.writtenOffMinor),
        owed: { orders: sum.owedOrders, sum: money(sum.owedMinor) },
        opening: money(sum.openingMinor),
        lines: lines
          .filter((line) => line.currency === currency && line.decimals === decimals)
          .map(({ line, labelEnc, amountMinor }) => ({
            label: open(labelEnc, labelPlace(installId, id, line)),
            amount: money(amountMinor),
          })),
        moneyIn: money(sum.inMinor),
        moneyOut: money(sum.outMinor),
        expected: money(sum.expectedMinor),
        counted: money(sum.countedMinor),
        difference: money(sum.differenceMinor),
        reason: open(sum.reasonEnc, reasonPlace(installId, id, sum)),
      };
    }),
  };
}

/** Decrypts a value. Returns an empty text if there is no value, or if it cannot be decrypted. */
function open(sealed: string | null, place: Place): string {
  const value = sealed === null ? '' : orUnreadable(() => decrypt(sealed, place));
  return value === 'unreadable' ? '' : value;
}
