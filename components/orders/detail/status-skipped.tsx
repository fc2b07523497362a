'use client';

import { Info, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { OrderWritten } from '@/lib/orders/order/order-write-outcome';

/** Where a write left the order whose state refused the move; '' where the answer did not say, null: none was refused. */
export type SkippedStatus = string | null;

/** Reads it off the outcome of a write. */
export function skippedStatus({ orderStatus, orderStatusSkipped }: OrderWritten): SkippedStatus {
  return orderStatusSkipped === true ? (orderStatus ?? '') : null;
}

type StatusSkippedProps = {
  skipped: SkippedStatus;
  /** The order's status now: once it has moved on there is nothing to tell any more. */
  status: string;
  children: ReactNode;
  onDismiss: () => void;
};

/** A write was done and the order's status stayed (platform: order_status_skipped): said where it was asked for. */
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
