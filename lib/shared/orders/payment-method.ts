import { knownKey } from '@/lib/shared/known-key';

/**
 * Payment methods for which the screens have a translated name. The platform documents only `cod` (platform: Store,
 * payment_methods).
 */
const known = { cod: true, manual_wallet: true };

/**
 * Returns the key of a payment method's name in messages.paymentMethod; null if the app has no name for it. Cash has
 * one name for delivery (cash on delivery) and another name if the customer picks up the order.
 */
export function paymentMethodKey(
  id: string,
  { isPickup }: { isPickup: boolean },
): 'cod' | 'codPickup' | 'manual_wallet' | null {
  const key = knownKey(known, id);
  return key === 'cod' && isPickup ? 'codPickup' : key;
}
