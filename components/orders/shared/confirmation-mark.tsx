import { clsx } from 'clsx';
import { CheckCheck, Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { OrderRow } from '@/lib/orders/order-view';

/**
 * Shows whether an order made in this app is confirmed. An order counts as confirmed only after the platform's webhook
 * event about it has arrived (D3).
 */
export function ConfirmationMark({ confirmation }: { confirmation: OrderRow['confirmation'] }) {
  const t = useTranslations('confirmation');
  if (confirmation === null) return null;
  const confirmed = confirmation === 'confirmed';
  const Icon = confirmed ? CheckCheck : Clock;
  return (
    <span
      data-confirmation={confirmation}
      className={clsx(
        'inline-flex items-center gap-1 text-xs font-semibold',
        confirmed ? 'text-good' : 'text-warn',
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {t(confirmation)}
    </span>
  );
}
