import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';
import { noShipmentReasons } from '@/lib/shared/orders/no-shipment';

/**
 * Returns a function that explains in a sentence why an order needs no shipment. The result is null for a
 * code that is not one of the known reasons.
 */
export function useNoShipmentText(): (code: string | null) => string | null {
  const t = useTranslations('noShipment');
  return (code) => {
    const reason = knownKey(noShipmentReasons, code);
    return reason && t('notSent', { reason: t(`reason.${reason}`) });
  };
}
