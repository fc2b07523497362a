import 'server-only';
import { z } from 'zod';
import { env } from '@/lib/system/env';
import { inLedger } from '@/lib/system/ledger/ledger-database';
import { checkLedger, OtherLedger, readOwnState, RestoredDatabase } from '@/lib/system/ledger/meet-ledger';

/**
 * Whether app and worker can use the secret ledger (the copy of the newest secrets on another server).
 *
 * - `unset`: LEDGER_DATABASE_URL is not set.
 * - `down`: the ledger does not answer.
 * - `other`: LEDGER_DATABASE_URL is the ledger of another deployment.
 * - `restored`: the app's database was restored from a backup, and the ledger was not applied to it yet.
 * - `ok`: the ledger can be used. The ledger has `stores` entries, and its newest entry is from the time `newest`.
 */
export type LedgerHealth =
  | { state: 'unset' | 'down' | 'other' | 'restored' }
  | { state: 'ok'; stores: number; newest: Date | null };

const Totals = z.tuple([z.object({ stores: z.number().int(), newest: z.date().nullable() })]);

/**
 * Reads whether the secret ledger (the copy of the newest secrets on another server) can be used. Throws if the app's
 * own database does not answer.
 */
export async function readLedgerHealth(): Promise<LedgerHealth> {
  const url = env().LEDGER_DATABASE_URL;
  if (!url) return { state: 'unset' };
  await readOwnState();
  try {
    return await inLedger(url, async (ledger, state) => {
      await checkLedger(ledger, state);
      const { rows } = await ledger.query(
        'SELECT count(*)::int AS stores, max(shipped_at) AS newest FROM ledger_entries',
      );
      return { state: 'ok', ...Totals.parse(rows)[0] };
    });
  } catch (error) {
    if (error instanceof OtherLedger) return { state: 'other' };
    return { state: error instanceof RestoredDatabase ? 'restored' : 'down' };
  }
}
