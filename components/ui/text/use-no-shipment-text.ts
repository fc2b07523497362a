import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';
import { noShipmentReasons } from '@/lib/shared/orders/no-shipment';

/** The kind of write that the app itself refuses if the order needs no shipment. */
const ownKind = 'fulfill_rest';

/**
 * Returns a function that explains in a sentence why an order needs no shipment. The result is null for a
 * code that is not one of the known reasons, and for a refused write of another kind: its code comes from the platform
 * and can have another meaning. A skipped item of a bulk run has no kind.
 */
export function useNoShipmentText(): (code: string | null, kind?: string) => string | null {
  const t = useTranslations('noShipment');
  return (code, kind = ownKind) => {
    if (kind !== ownKind) return null;
    const reason = knownKey(noShipmentReasons, code);
    return reason && t('notSent', { reason: t(`reason.${reason}`) });
  };
}
