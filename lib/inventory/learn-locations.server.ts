import 'server-only';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Maximum number of stock movements from which the app learns the store's locations and reasons. The app must learn
 * them, because the platform has no list of locations or reasons.
 */
export const learnedMax = 2_000;

/**
 * Returns the ids of the locations in the newest stock movements of the store. If a variant is given, its newest
 * movements are used too. The location that was used last comes first.
 */
export async function learnLocations(tx: Tx, installId: string, variantId?: string): Promise<string[]> {
  const newest = (of: Prisma.Sql) => Prisma.sql`(
    SELECT location_id, occurred_at FROM movements WHERE install_id = ${installId} ${of}
    ORDER BY occurred_at DESC, id DESC LIMIT ${learnedMax})`;
  const parts = [newest(Prisma.empty)];
  if (variantId !== undefined) parts.push(newest(Prisma.sql`AND variant_id = ${variantId}`));
  const rows = await tx.$queryRaw<{ location_id: string }[]>`
    SELECT location_id FROM (${Prisma.join(parts, ' UNION ALL ')}) AS late
    GROUP BY location_id ORDER BY max(occurred_at) DESC, location_id`;
  return rows.map(({ location_id }) => location_id);
}
