import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * SQL query for the driver's answer about an order on a confirmed delivery sheet. It returns no row if there is no
 * answer. If the order was on several confirmed sheets, the answer on the sheet that was confirmed last counts.
 * `orderId` is an SQL expression.
 */
export const confirmedAnswer = (installId: InstallId, orderId: Prisma.Sql) => Prisma.sql`
  SELECT p.answer FROM delivery_stops p
  JOIN delivery_sheets d ON d.install_id = ${installId} AND d.id = p.sheet_id
  WHERE p.install_id = ${installId} AND p.order_id = ${orderId} AND p.answer IS NOT NULL AND d.confirmed_at IS NOT NULL
  ORDER BY d.confirmed_at DESC, d.id DESC LIMIT 1`;

/** Returns those of the given orders that the customer refused on a delivery sheet (confirmedAnswer). */
export async function findRefusedStops(
  tx: Tx,
  installId: InstallId,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT asked.id FROM unnest(${[...orderIds]}::text[]) AS asked(id)
    CROSS JOIN LATERAL (${confirmedAnswer(installId, Prisma.sql`asked.id`)}) AS stop
    WHERE stop.answer = 'refused'`;
  return new Set(rows.map(({ id }) => id));
}
