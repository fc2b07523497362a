import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OldestWork, OrderWork, WorkSums } from '@/lib/orders/charts/order-work';
import { ordersPath } from '@/lib/orders/list/order-list-url';
import { paymentIs } from '@/lib/orders/list/payment-condition.server';
import { standardViews } from '@/lib/orders/views/standard-views';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Maximum number of orders that are counted for one view. If the count reaches this maximum, the screen shows "99+".
 */
export const countedMax = 100;

/**
 * Counts the orders of each standard view by an index. At most `countedMax` rows are read per view. One statement counts
 * all views, because every orders list runs it.
 */
export async function readOrderWork({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<OrderWork> {
  const found = (name: keyof typeof standardViews) => Prisma.sql`
    (SELECT id FROM (${waiting(installId, standardViews[name])}) AS found LIMIT ${countedMax}) AS o`;
  const count = (name: keyof typeof standardViews) => Prisma.sql`(SELECT count(*)::int FROM ${found(name)})`;
  const [work] = await db.read(
    (tx) => tx.$queryRaw<OrderWork[]>`
      SELECT ${count('to_review')} AS to_review, ${count('to_ship')} AS to_ship, cash.orders AS cash_to_collect,
        ${count('problems')} AS problems, cash.known AS "knownCash"
      FROM (
        SELECT count(*)::int AS orders, count(c.order_id) FILTER (WHERE c.payment_method = 'cod')::int AS known
        FROM ${found('cash_to_collect')}
        LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = o.id
      ) AS cash`,
  );
  if (!work) throw new Error('the database returned no counts');
  return work;
}

/**
 * Returns for each standard view its path, and when its oldest order was created (null if the view is empty). The query
 * is fast, because it reads only one index entry for each status and each value of the payment filter.
 */
export async function readOldestWork({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<OldestWork> {
  return db.read(async (tx) => {
    const oldest = async (name: keyof OldestWork) => {
      const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
        SELECT min(created_at) AS at FROM (
          ${waiting(installId, standardViews[name], { limit: 1, isOldestFirst: true })}) AS found`;
      return { oldestAt: row?.at?.toISOString() ?? null, path: ordersPath(standardViews[name]) };
    };
    return {
      to_review: await oldest('to_review'),
      to_ship: await oldest('to_ship'),
      cash_to_collect: await oldest('cash_to_collect'),
      problems: await oldest('problems'),
    };
  });
}

type SumRow = { orders: number; minor: bigint; currency: string; decimals: number };

/**
 * Sums the totals of the orders of the views that the home screen has tiles for. At most `countedMax` rows are read per
 * view, along an index.
 */
export async function readWorkSums({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<WorkSums> {
  return db.read(async (tx) => {
    const sumsOf = async (name: keyof WorkSums) => {
      // The totals are read by id. If the scan of a view also returned them, PostgreSQL might scan an index that has the
      // totals but is not sorted by status, and read many orders of other views.
      const rows = await tx.$queryRaw<SumRow[]>`
        SELECT count(*)::int AS orders, sum(o.total_minor)::bigint AS minor, o.currency, o.decimals
        FROM (SELECT id FROM (${waiting(installId, standardViews[name])}) AS found LIMIT ${countedMax}) AS work
        JOIN orders o ON o.install_id = ${installId} AND o.id = work.id
        GROUP BY o.currency, o.decimals ORDER BY orders DESC, o.currency`;
      const counted = rows.reduce((sum, { orders }) => sum + orders, 0);
      if (counted >= countedMax) return [];
      return rows.map(({ minor, currency, decimals }) => ({
        amount_minor: Number(minor),
        currency,
        decimals,
      }));
    };
    return {
      to_review: await sumsOf('to_review'),
      to_ship: await sumsOf('to_ship'),
      problems: await sumsOf('problems'),
    };
  });
}

type WaitingOptions = {
  limit?: number;
  between?: [Date | null, Date | null];
  isOldestFirst?: boolean;
  more?: Prisma.Sql;
};

/**
 * SQL for the orders that have one of the statuses. If `payment` is given, they must also match one of these values of
 * the payment filter. Each combination has its own index scan with its own limit, so that PostgreSQL need not sort the
 * combined rows. `between` limits created_at: from the first time (inclusive) to the second time (exclusive). The result
 * has the columns id, created_at and those in `more`.
 */
export function waiting(
  installId: string,
  { status = [], payment }: { status?: readonly string[]; payment?: readonly string[] },
  { limit = countedMax, between, isOldestFirst = false, more = Prisma.empty }: WaitingOptions = {},
): Prisma.Sql {
  const [from, to] = between ?? [null, null];
  const scan = (one: string, paid: string | null) => Prisma.sql`(
    SELECT o.id, o.created_at ${more} FROM orders o WHERE o.install_id = ${installId} AND o.deleted_at IS NULL AND o.status = ${one}
      ${paid === null ? Prisma.empty : Prisma.sql`AND ${paymentIs(paid)}`}
      ${from ? Prisma.sql`AND o.created_at >= ${from}` : Prisma.empty}
      ${to ? Prisma.sql`AND o.created_at < ${to}` : Prisma.empty}
    ORDER BY o.created_at ${isOldestFirst ? Prisma.sql`ASC` : Prisma.sql`DESC`} LIMIT ${limit})`;
  return Prisma.join(
    status.flatMap((one) => (payment ?? [null]).map((paid) => scan(one, paid))),
    ' UNION ALL ',
  );
}
