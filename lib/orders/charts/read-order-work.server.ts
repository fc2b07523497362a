import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OrderWork } from '@/lib/orders/charts/order-work';
import { standardViews } from '@/lib/orders/views/standard-views';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Maximum number of orders that are counted for one view. A count that reaches it is shown as "99+". */
export const countedMax = 100;

/**
 * Counts the waiting orders of each standard view, using the index of the view. At most `countedMax` rows are read per
 * view.
 */
export async function readOrderWork({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<OrderWork> {
  return db.transaction(async (tx) => {
    const count = async (name: keyof typeof standardViews) => {
      const [row] = await tx.$queryRaw<{ orders: number; cash: number }[]>`
        SELECT count(*)::int AS orders, count(c.order_id) FILTER (WHERE c.payment_method = 'cod')::int AS cash
        FROM (SELECT id FROM (${waiting(installId, standardViews[name])}) AS found LIMIT ${countedMax}) AS o
        LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = o.id`;
      return row ?? { orders: 0, cash: 0 };
    };
    const cash = await count('cash_to_collect');
    return {
      to_review: (await count('to_review')).orders,
      to_ship: (await count('to_ship')).orders,
      cash_to_collect: cash.orders,
      problems: (await count('problems')).orders,
      knownCash: cash.cash,
    };
  });
}

/**
 * SQL for the orders with one of these statuses. Each status has its own index scan with its own limit, so that
 * combining the results needs no sort. `between` limits created_at: its first time is included, its second is not.
 */
export function waiting(
  installId: string,
  { status = [], payment }: { status?: readonly string[]; payment?: readonly string[] },
  { limit = countedMax, between }: { limit?: number; between?: [Date | null, Date | null] } = {},
): Prisma.Sql {
  const [from, to] = between ?? [null, null];
  const scan = (one: string, paid: string | null) => Prisma.sql`(
    SELECT o.id FROM orders o WHERE o.install_id = ${installId} AND o.deleted_at IS NULL AND o.status = ${one}
      ${paid === null ? Prisma.empty : Prisma.sql`AND o.payment_status = ${paid}`}
      ${from ? Prisma.sql`AND o.created_at >= ${from}` : Prisma.empty}
      ${to ? Prisma.sql`AND o.created_at < ${to}` : Prisma.empty}
    ORDER BY o.created_at DESC LIMIT ${limit})`;
  return Prisma.join(
    status.flatMap((one) => (payment ?? [null]).map((paid) => scan(one, paid))),
    ' UNION ALL ',
  );
}
