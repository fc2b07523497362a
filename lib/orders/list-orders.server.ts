import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readFreshness } from '@/lib/mirror/read-freshness.server';
import { findOrderKeys } from '@/lib/orders/find-order-keys.server';
import { OrderListFilters } from '@/lib/orders/order-list-filters';
import type { OrderKey } from '@/lib/orders/order-statements.server';
import type { OrderListView, OrderRow } from '@/lib/orders/order-view';
import { Order } from '@/lib/platform/contract/orders';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

const pageSize = 50;

/** Where a page ends: the key of the last order that was looked at. Opaque to the browser. */
const Cursor = z.tuple([
  z.iso.datetime().refine((text) => text >= '1970'),
  z
    .string()
    .max(128)
    .refine((id) => !id.includes('\0')),
]);

/** Query of the index; a cursor that is not ours is an error of the caller (400). */
export const OrderListQuery = OrderListFilters.extend({
  cursor: z
    .string()
    .max(1_000)
    .transform((text, context): OrderKey => {
      const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
      if (parsed.success) return { createdAt: parsed.data[0], id: parsed.data[1] };
      context.addIssue({ code: 'custom', message: 'not a cursor' });
      return z.NEVER;
    })
    .optional(),
});

/**
 * One page of the index from the mirror, newest first; paged by key, never by offset, and nothing is counted. Its work
 * is bounded: where few of very many orders fit the filters, a page may be short, or empty, and have a nextCursor all
 * the same. An order whose number is exactly what is searched for stands first.
 */
export async function listOrders(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  { cursor, ...filters }: z.output<typeof OrderListQuery>,
): Promise<OrderListView> {
  return db.transaction(async (tx) => {
    await walkOnly(tx);
    const { keys, next } = await findOrderKeys(tx, { installId, filters, after: cursor, most: pageSize });
    return {
      rows: await readRows(tx, installId, keys),
      nextCursor: next && cursorOf(next),
      freshness: await readFreshness(tx, installId),
    };
  });
}

/**
 * Every list has an index in its order. The planner may yet find it cheaper to read a store whole and sort it, when it
 * knows little of it: after a backfill, or of a status that is new.
 */
async function walkOnly(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT set_config(name, 'off', true) FROM unnest(ARRAY[
    'enable_sort', 'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name`;
}

async function readRows(tx: Tx, installId: InstallId, keys: OrderKey[]): Promise<OrderRow[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  // Deleted ones are left out here: for what is not deleted, the indexes of the lists might be taken to look up ids.
  const found = await tx.$queryRaw<
    { id: string; header: unknown; event_read_at: Date | null; deleted_at: Date | null; made_here: boolean }[]
  >`
    SELECT o.id, o.header, o.event_read_at, o.deleted_at, c.order_id IS NOT NULL AS made_here
    FROM orders o LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = o.id
    WHERE o.install_id = ${installId} AND o.id = ANY(${ids})`;
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id): OrderRow[] => {
    const row = byId.get(id);
    if (!row || row.deleted_at) return [];
    const confirmation = row.event_read_at ? 'confirmed' : 'sent';
    return [{ ...Order.parse(row.header), confirmation: row.made_here ? confirmation : null }];
  });
}

function cursorOf({ createdAt, id }: OrderKey): string {
  return Buffer.from(JSON.stringify([createdAt, id]), 'utf8').toString('base64url');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
