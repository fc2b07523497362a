import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Freshness, OrderListView, OrderRow } from '@/lib/orders/order-view';
import { Order } from '@/lib/platform/contract/orders';
import type { Tx } from '@/lib/system/db';

const pageSize = 50;

/** Where a page ends: the keyset of its last row. Opaque to the browser. */
const Cursor = z.tuple([z.iso.datetime(), z.string().max(128)]);

/** Query of the index; a cursor that is not ours is an error of the caller (400). */
export const OrderListQuery = z.object({
  cursor: z
    .string()
    .max(400)
    .transform((text, context) => {
      const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'not a cursor' });
      return z.NEVER;
    })
    .optional(),
});

/** One page of the index from the mirror, newest first; paged by key, never by offset, and nothing is counted. */
export async function listOrders(
  context: InstallContext,
  query: z.output<typeof OrderListQuery>,
): Promise<OrderListView> {
  const { installId } = context;
  return context.db.transaction(async (tx) => {
    const [beforeAt, beforeId] = query.cursor ?? [null, null];
    const rows = await tx.$queryRaw<
      { id: string; header: unknown; created_at: Date; event_read_at: Date | null; made_here: boolean }[]
    >`
      SELECT o.id, o.header, o.created_at, o.event_read_at, c.order_id IS NOT NULL AS made_here
      FROM orders o LEFT JOIN created_orders c ON (c.install_id, c.order_id) = (o.install_id, o.id)
      WHERE o.install_id = ${installId} AND o.deleted_at IS NULL
        AND (${beforeAt}::timestamptz IS NULL OR (o.created_at, o.id) < (${beforeAt}::timestamptz, ${beforeId}))
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${pageSize + 1}`;
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return {
      rows: page.map(
        (row): OrderRow => ({
          ...Order.parse(row.header),
          confirmation: row.made_here ? (row.event_read_at ? 'confirmed' : 'sent') : null,
        }),
      ),
      nextCursor: rows.length > pageSize && last ? cursorOf(last.created_at, last.id) : null,
      freshness: await freshnessOf(tx, installId),
    };
  });
}

async function freshnessOf(tx: Tx, installId: string): Promise<Freshness> {
  const install = await tx.install.findUnique({ where: { installId }, select: { syncedAt: true } });
  const backfill = await tx.backfill.findUnique({ where: { installId } });
  return {
    syncedAt: install?.syncedAt?.toISOString() ?? null,
    backfill: {
      state: backfill?.state === 'done' ? 'done' : 'running',
      fetched: backfill?.fetched ?? 0,
      reachedBack: backfill?.reachedBack?.toISOString() ?? null,
    },
  };
}

function cursorOf(createdAt: Date, id: string): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id]), 'utf8').toString('base64url');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
