import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

const known = { correction: true, initial: true, return: true, damage: true, sale: true };

/** Why stock moved, in words; a reason of the platform that we have never heard of as it came. */
export function MovementReasonName({ reason }: { reason: string }) {
  const t = useTranslations('products.reason');
  const key = knownKey(known, reason);
  return key ? t(key) : <bdi>{reason}</bdi>;
}
