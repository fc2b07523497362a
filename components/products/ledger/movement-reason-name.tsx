import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

const known = { correction: true, initial: true, return: true, damage: true, sale: true };

/** Reason of a stock change as a translated name. An unknown reason is shown as the platform sent it. */
export function MovementReasonName({ reason }: { reason: string }) {
  const t = useTranslations('products.reason');
  const key = knownKey(known, reason);
  return key ? t(key) : <bdi>{reason}</bdi>;
}
