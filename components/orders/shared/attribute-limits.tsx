import { useTranslations } from 'next-intl';
import { attributeLimits } from '@/lib/orders/order-attribute';

/** Share of a limit from which the size of the attributes is shown. Below it, the number would only distract. */
export const nearLimit = 0.8;

/**
 * Shows how much of the platform's limits for attributes the order will use after saving. Shows nothing while there is
 * enough room.
 */
export function AttributeLimits({ keys, totalBytes }: { keys: number; totalBytes: number }) {
  const t = useTranslations('orderPage.attributes');
  const { keysMax, totalBytesMax } = attributeLimits;
  if (keys < nearLimit * keysMax && totalBytes < nearLimit * totalBytesMax) return null;
  return (
    <p className="text-xs text-ink-soft">
      {t('limits', { keys, keysMax, bytes: totalBytes, bytesMax: totalBytesMax })}
    </p>
  );
}
