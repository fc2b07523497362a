import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';
import { noShipmentReasons } from '@/lib/shared/orders/no-shipment';

/**
 * Returns a function that explains why an order got no shipment, as a sentence. Its result is null for a code that is
 * not one of these reasons.
 */
export function useNoShipmentText(): (code: string | null) => string | null {
  const t = useTranslations('noShipment');
  return (code) => {
    const reason = knownKey(noShipmentReasons, code);
    return reason && t('notSent', { reason: t(`reason.${reason}`) });
  };
}
