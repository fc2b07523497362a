import 'server-only';
import { z } from 'zod';
import { discountState } from '@/lib/discounts/discount-state';
import type { DiscountItem, DiscountPage } from '@/lib/discounts/discount-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Text } from 'commerce-platform-client/contract/text';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';
import { dbNow } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

const pageSize = 50;

/**
 * Cursor of the discount list: the creation time of the last discount on the page, in the format of the database, and
 * its id.
 */
const Cursor = z.tuple([z.union([CursorTime, z.literal('-infinity')]), Text.min(1)]);

/** Query of the discount list. An invalid cursor is an error of the caller (400). */
export const DiscountListQuery = z.object({
  cursor: listCursor(Cursor).optional(),
});

type Row = { document: unknown; at: string };

/**
 * Creation time, by which discounts are sorted. There is no index, so each request sorts all discounts of the install.
 * The sort is fast enough, because a store has at most some hundreds of discounts.
 */
const madeAt = Prisma.sql`coalesce((document->>'created_at')::timestamptz, '-infinity')`;

/**
 * Returns one page of discounts from the mirror (our copy of the platform's data), newest first. Discounts without a
 * creation time are last. platform: Discounts.
 */
export async function listDiscounts(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  { cursor }: z.output<typeof DiscountListQuery>,
): Promise<DiscountPage> {
  return db.transaction(async (tx) => {
    const now = await dbNow(tx);
    const rows = await tx.$queryRaw<Row[]>`
      SELECT document, CASE WHEN ${madeAt} = '-infinity' THEN '-infinity' ELSE
        to_char(${madeAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END AS at
      FROM discounts
      WHERE install_id = ${installId} AND deleted_at IS NULL
        ${cursor ? Prisma.sql`AND (${madeAt}, id) < (${cursor[0]}::timestamptz, ${cursor[1]})` : Prisma.empty}
      ORDER BY ${madeAt} DESC, id DESC LIMIT ${pageSize + 1}`;
    const sweep = await tx.sweep.findUnique({
      where: { installId_resource_kind: { installId, resource: 'discounts', kind: 'full' } },
      select: { endedAt: true },
    });
    const discounts = rows.slice(0, pageSize).map(({ document }) => listItem(Discount.parse(document), now));
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      discounts,
      next: last ? `${last.at} ${discounts.at(-1)?.id}` : null,
      readAt: sweep?.endedAt?.toISOString() ?? null,
    };
  });
}

function listItem(discount: Discount, now: Date): DiscountItem {
  return {
    id: discount.id,
    state: discountState(discount, now),
    title: discount.title ?? null,
    code: discount.code ?? null,
    method: discount.method ?? null,
    valueType: discount.value_type ?? null,
    target: discount.target ?? null,
    percent: discount.percent ?? null,
    amount: discount.amount ?? null,
    usedCount: discount.used_count ?? null,
    usageLimit: discount.usage_limit_total ?? null,
    onPos: discount.applies_to_pos ?? null,
    online: discount.applies_to_online ?? null,
    startsAt: discount.starts_at ?? null,
    endsAt: discount.ends_at ?? null,
  };
}
