/**
 * Returns the status because of which the platform refused a write, and whether it is the status of the order or of the
 * shipment. Returns null if a status was not the reason, or if the platform did not return it.
 */
export function refusingStatus(
  kind: string,
  { reason, currentStatus }: { reason: string; currentStatus: string | null },
): { of: 'order' | 'shipment'; status: string } | null {
  if (reason !== 'conflict' || currentStatus === null) return null;
  return { of: kind === 'patch_fulfillment' ? 'shipment' : 'order', status: currentStatus };
}
