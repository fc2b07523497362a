'use client';

import { Info, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { OrderWritten } from '@/lib/orders/order/order-write-outcome';

/**
 * Result of skippedStatus. Null means that the platform skipped no status change. A string is the current order status
 * after a skipped change; '' if the response does not contain the status.
 */
export type SkippedStatus = string | null;

/**
 * Returns the order's current status if a write succeeded but the platform did not change the order status. Returns ''
 * if the current status is unknown. Returns null if no status change was skipped.
 */
export function skippedStatus({ orderStatus, orderStatusSkipped }: OrderWritten): SkippedStatus {
  return orderStatusSkipped === true ? (orderStatus ?? '') : null;
}

type StatusSkippedProps = {
  skipped: SkippedStatus;
  /** Current order status. The notice disappears when the order gets another status. */
  status: string;
  children: ReactNode;
  onDismiss: () => void;
};

/**
 * Notice that a write succeeded but the order status did not change (platform: order_status_skipped). It is shown where
 * the user started the write.
 */
export function StatusSkipped({ skipped, status, children, onDismiss }: StatusSkippedProps) {
  const t = useTranslations('ui');
  if (skipped === null || !['', status].includes(skipped)) return null;
  return (
    <div
      role="status"
      data-outcome="status-skipped"
      className="mb-3 flex items-start gap-2 rounded-control bg-info-soft py-1 ps-3 pe-1 text-sm text-ink"
    >
      <Info aria-hidden className="mt-2.5 size-4 shrink-0 text-info" />
      <p className="min-w-0 flex-1 py-2">{children}</p>
      <button
        type="button"
        aria-label={t('close')}
        onClick={onDismiss}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
