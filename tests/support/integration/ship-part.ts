import type { InstallId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';

/** A shipment of some pieces of the first line of an order. */
export type Parcel = { provider?: string | null; quantity?: number; status?: string };

/**
 * Writes into the mirror (the app's copy of the store's data) that a carrier has some pieces of the first line of an
 * order. The details of the order must be in the mirror.
 */
export function shipPart(installId: InstallId, orderId: string, parcel: Parcel = {}): Promise<void> {
  return shipParts(installId, orderId, [parcel]);
}

/** Like shipPart, with all shipments of the order. Earlier shipments of the order are replaced. */
export async function shipParts(
  installId: InstallId,
  orderId: string,
  parcels: readonly Parcel[],
): Promise<void> {
  const at = new Date().toISOString();
  const shipments = parcels.map(({ provider = 'شحن حلب', status = 'shipped' }, n) => ({
    id: `ful_${orderId}_${n}`,
    status,
    provider,
    tracking_number: null,
    created_at: at,
    updated_at: at,
  }));
  const quantities = parcels.map(({ quantity = 1 }) => quantity);
  await tenantDb(installId).transaction(
    (tx) => tx.$executeRaw`
      UPDATE orders o SET status = 'processing', header = header || '{"status": "processing"}',
        detail = jsonb_set(detail, '{fulfillments}', coalesce((
          SELECT jsonb_agg(one || jsonb_build_object('lines', jsonb_build_array(jsonb_build_object(
            'order_item_id', o.detail #>> '{items,0,id}', 'quantity', (${quantities}::int[])[n]))) ORDER BY n)
          FROM jsonb_array_elements(${JSON.stringify(shipments)}::jsonb) WITH ORDINALITY AS s (one, n)), '[]'))
      WHERE install_id = ${installId} AND id = ${orderId}`,
  );
}
