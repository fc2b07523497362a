import 'server-only';
import type { StockLocation } from '@/lib/inventory/movement-view';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Maximum number of stock movements that are examined to find the locations and reasons of a store. The platform has no
 * list of them, so the app must find them in the movements.
 */
export const learnedMax = 2_000;

/**
 * Returns the locations that appear in the oldest and the newest stock movements of the store. If a variant is given,
 * the newest movements of the variant are examined too. The location that was used last is first in the result.
 *
 * `number`: the platform gives no names, so the screens show a location as "Location 1". The numbers follow the first
 * use in the oldest movements, so a location keeps its number even if later movements add locations. Locations that are
 * not in the oldest movements get the next numbers, in the sequence of their ids.
 */
export async function learnLocations(
  tx: Tx,
  installId: string,
  variantId?: string,
): Promise<StockLocation[]> {
  const newest = (of: Prisma.Sql) => Prisma.sql`(
    SELECT location_id, occurred_at, NULL::bigint AS place FROM movements WHERE install_id = ${installId} ${of}
    ORDER BY occurred_at DESC, id DESC LIMIT ${learnedMax})`;
  const oldest = Prisma.sql`(
    SELECT location_id, occurred_at, row_number() OVER (ORDER BY occurred_at, id) AS place
    FROM movements WHERE install_id = ${installId} ORDER BY occurred_at, id LIMIT ${learnedMax})`;
  const parts = [oldest, newest(Prisma.empty)];
  if (variantId !== undefined) parts.push(newest(Prisma.sql`AND variant_id = ${variantId}`));
  const rows = await tx.$queryRaw<{ location_id: string; number: bigint }[]>`
    SELECT location_id, row_number() OVER (ORDER BY min(place) NULLS LAST, location_id) AS number
    FROM (${Prisma.join(parts, ' UNION ALL ')}) AS learned
    GROUP BY location_id ORDER BY max(occurred_at) DESC, location_id`;
  return rows.map(({ location_id, number }) => ({ id: location_id, number: Number(number) }));
}
