import 'server-only';
import { defaultSettings } from '@/lib/store/store-settings';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the customers and discount reasons of orders that the app created, after the retention time of the store. The
 * same retention time applies to the customers of quotes. Returns the number of orders that were changed.
 */
export async function purgeOrderCustomers(): Promise<number> {
  const retentionDays = defaultSettings.quoteDataDays;
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        WITH old AS (
          SELECT c.install_id, c.order_id FROM created_orders c LEFT JOIN settings s ON s.install_id = c.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE c.customer_enc IS NOT NULL
            AND c.created_at < now() - coalesce((s.value #>> '{}')::int, ${retentionDays}) * interval '1 day'
          ORDER BY c.created_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
        )
        UPDATE created_orders c SET customer_enc = NULL, phone_key = NULL, name_keys = '{}',
          discount_reason_enc = NULL
        FROM old WHERE (c.install_id, c.order_id) = (old.install_id, old.order_id)`,
    ),
  );
}
