'use client';

import { ArrowUp, RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';

type NewOrdersPillProps = { waiting: number; gone: number; onShow: () => void };

/**
 * Shows how many orders were added to or removed from a list that is locked. It floats, so it does not move the rows.
 */
export function NewOrdersPill({ waiting, gone, onShow }: NewOrdersPillProps) {
  const t = useTranslations('orders.pill');
  const Icon = waiting > 0 ? ArrowUp : RotateCw;
  return (
    <div role="status" className="sticky top-18 z-10 -mt-3 flex h-0 justify-center">
      {(waiting > 0 || gone > 0) && (
        <button
          type="button"
          className="flex min-h-11 items-center gap-2 self-start rounded-full bg-brand px-4 text-sm font-semibold whitespace-nowrap text-on-brand shadow-float hover:bg-brand-strong"
          onClick={onShow}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {waiting > 0 ? t('new', { count: waiting }) : t('update')}
        </button>
      )}
    </div>
  );
}
