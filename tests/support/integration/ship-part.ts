import type { InstallId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';

/**
 * Writes into the mirror (the app's copy of the store's data) that a carrier has some pieces of the first line of an
 * order. The details of the order must be in the mirror.
 */
export async function shipPart(
  installId: InstallId,
  orderId: string,
  { provider = 'شحن حلب' as string | null, quantity = 1, status = 'shipped' } = {},
): Promise<void> {
  const at = new Date().toISOString();
  const parcel = {
    id: `ful_${orderId}`,
    status,
    provider,
    tracking_number: null,
    created_at: at,
    updated_at: at,
  };
  await tenantDb(installId).transaction(
    (tx) => tx.$executeRaw`
      UPDATE orders SET status = 'processing', header = header || '{"status": "processing"}',
        detail = jsonb_set(detail, '{fulfillments}', jsonb_build_array(${JSON.stringify(parcel)}::jsonb ||
          jsonb_build_object('lines', jsonb_build_array(jsonb_build_object(
            'order_item_id', detail #>> '{items,0,id}', 'quantity', ${quantity}::int)))))
      WHERE install_id = ${installId} AND id = ${orderId}`,
  );
}
