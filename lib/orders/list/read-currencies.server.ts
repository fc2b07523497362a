import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Maximum number of currencies that are read. A store has few currencies. Each of them needs one index look-up. */
const currenciesMax = 20;

/** Returns the currencies of the store's orders, in the sequence in which a list by total shows them. */
export async function readCurrencies(
  tx: Tx,
  installId: InstallId,
  sort: 'highest' | 'lowest',
): Promise<string[]> {
  const [way, than] = sort === 'highest' ? ['DESC', '<'] : ['ASC', '>'];
  const first = (condition: Prisma.Sql) => Prisma.sql`(
    SELECT o.currency FROM orders o WHERE o.install_id = ${installId} AND o.deleted_at IS NULL ${condition}
    ORDER BY o.currency ${Prisma.raw(way)} LIMIT 1)`;
  const rows = await tx.$queryRaw<{ currency: string }[]>`
    WITH RECURSIVE found AS (
      SELECT ${first(Prisma.empty)} AS currency
      UNION ALL
      SELECT ${first(Prisma.sql`AND o.currency ${Prisma.raw(than)} found.currency`)} FROM found
      WHERE found.currency IS NOT NULL
    )
    SELECT currency FROM found WHERE currency IS NOT NULL LIMIT ${currenciesMax}`;
  return rows.map(({ currency }) => currency);
}
