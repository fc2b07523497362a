import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isUsual, orderRail, wasDelivered } from '@/lib/orders/order-rail';
import type { OrderView } from '@/lib/orders/order-view';
import { orderStatusTone } from '@/lib/orders/order-status';
import { knownKey } from '@/lib/shared/known-key';
import { OrderStatusName } from '@/components/orders/shared/order-badges';

const currentStyles = {
  neutral: 'border-ink-soft bg-ink-soft',
  brand: 'border-brand bg-brand',
  good: 'border-good bg-good',
  warn: 'border-warn bg-warn',
  bad: 'border-bad bg-bad',
  info: 'border-info bg-info',
};

/**
 * Row with the usual stages of an order, which marks the stages that this order has reached. A status outside
 * the usual sequence, such as cancelled or returned, is the last stage of the row. A phone has no space for the names of
 * the stages. It shows the name of the current stage, and its place in the usual sequence, in a line below the row.
 */
export function OrderProgress({ view }: { view: OrderView }) {
  const t = useTranslations('orderPage.progress');
  const { status } = view.order;
  const known = knownKey(orderStatusTone, status);
  const currentStyle = currentStyles[known ? orderStatusTone[known] : 'neutral'];
  const stages = orderRail(status, wasDelivered(view));
  const current = stages.findIndex(({ state }) => state === 'current');
  const name = () => <OrderStatusName key="name" status={status} />;
  return (
    <div className="flex flex-col gap-1.5 lg:flex-1">
      <ol aria-label={t('label')} className="flex">
        {stages.map((stage, index) => (
          <li
            key={stage.status}
            aria-current={stage.state === 'current' ? 'step' : undefined}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-1.5 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={clsx(
                  'absolute end-1/2 top-2 h-0.5 w-full',
                  stage.state === 'ahead' ? 'bg-line' : 'bg-brand',
                )}
              />
            )}
            <span
              aria-hidden
              className={clsx(
                'relative z-1 grid size-4.5 place-items-center rounded-full border-2',
                stage.state === 'done' && 'border-brand bg-brand text-on-brand',
                stage.state === 'current' && clsx(currentStyle, 'ring-4 ring-sunken'),
                stage.state === 'ahead' && 'border-line-strong/60 bg-surface',
              )}
            >
              {stage.state === 'done' && <Check className="size-3" strokeWidth={3.5} />}
            </span>
            <span
              className={clsx(
                'text-xs',
                'max-sm:sr-only',
                stage.state === 'current' ? 'font-bold text-ink' : 'text-ink-soft',
              )}
            >
              <OrderStatusName status={stage.status} />
              <span className="sr-only"> {t(stage.state)}</span>
            </span>
          </li>
        ))}
      </ol>
      {/* The list has the same names for screen readers. */}
      <p aria-hidden className="text-center text-xs font-bold sm:hidden" data-stage>
        {isUsual(status) ? t.rich('step', { step: current + 1, all: stages.length, name }) : name()}
      </p>
      {/* The page has no button for the last step, because only the store sets it (A3). */}
      {status === 'delivered' && (
        <p className="text-center text-xs text-ink-soft sm:hidden" data-next-stage>
          {t.rich('byStore', { name: () => <OrderStatusName key="name" status="completed" /> })}
        </p>
      )}
    </div>
  );
}
