import { useTranslations } from 'next-intl';
import { attributeLimits } from '@/lib/orders/order-attribute';

/** Shows how much of the platform's limits for attributes the order will use after saving. */
export function AttributeLimits({ keys, totalBytes }: { keys: number; totalBytes: number }) {
  const t = useTranslations('orderPage.attributes');
  const { keysMax, totalBytesMax } = attributeLimits;
  return (
    <p className="text-xs text-ink-soft">
      {t('limits', { keys, keysMax, bytes: totalBytes, bytesMax: totalBytesMax })}
    </p>
  );
}
