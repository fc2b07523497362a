import type { InstallId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';
import type { DeliveredOrder } from './bad-remittance';

const batchSize = 500;

/**
 * Writes delivered and unpaid orders of one carrier to the mirror, with their details, as if the app had read each
 * order from the platform.
 */
export async function mirrorRemittance(
  installId: InstallId,
  orders: readonly DeliveredOrder[],
  carrier = 'القدموس',
): Promise<void> {
  for (let start = 0; start < orders.length; start += batchSize) {
    const batch = JSON.stringify(
      orders.slice(start, start + batchSize).map((order) => ({ ...order, dueMinor: Number(order.dueMinor) })),
    );
    await tenantDb(installId).transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO orders (install_id, id, order_number, status, payment_status, tags, total_minor, created_at,
          updated_at, header, detail, search_text, fence)
        SELECT ${installId}, id, number, 'delivered', 'unpaid', '{}', "dueMinor", day, day,
          jsonb_build_object('id', id, 'order_number', number, 'status', 'delivered', 'payment_status', 'unpaid',
            'total', jsonb_build_object('amount_minor', "dueMinor", 'currency', currency, 'decimals', decimals)),
          jsonb_build_object('fulfillments', jsonb_build_array(jsonb_build_object('status', 'delivered',
            'provider', ${carrier}::text, 'tracking_number', "trackingNumber", 'created_at', day, 'updated_at', day))),
          number, 1
        FROM jsonb_to_recordset(${batch}::jsonb) AS o (id text, number text, "trackingNumber" text, currency text,
          decimals int, "dueMinor" bigint), (SELECT now() - interval '3 days' AS day) AS delivery`,
    );
  }
}
