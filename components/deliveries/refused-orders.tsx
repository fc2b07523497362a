'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useIsOff } from '@/components/ui/role-context';
import { useOperation } from '@/components/ui/use-operation';
import type { SetFailedOutcome, StopView } from '@/lib/deliveries/delivery-view';
import { installPath } from '@/lib/shared/install-path';
import type { SheetActions } from './sheet-actions';

type RefusedOrdersProps = {
  installId: string;
  /** Stops with the answer `refused` of a confirmed delivery sheet. */
  stops: readonly StopView[];
  setFailed: SheetActions['setFailed'];
};

/** The orders of a confirmed delivery sheet that customers refused, each with its status and what to do with it. */
export function RefusedOrders({ installId, stops, setFailed }: RefusedOrdersProps) {
  const t = useTranslations('deliveries.confirm');
  return (
    <>
      <p>{t('refused', { count: stops.length })}</p>
      {stops.some(({ refusal }) => !refusal || refusal.canFail || refusal.status === 'delivered_failed') && (
        <p>{t('refusedNext')}</p>
      )}
      <ul className="flex flex-col gap-2" data-refused-orders>
        {stops.map((stop) => (
          <RefusedOrder key={stop.id} installId={installId} stop={stop} setFailed={setFailed} />
        ))}
      </ul>
    </>
  );
}

type RefusedOrderProps = Omit<RefusedOrdersProps, 'stops'> & { stop: StopView };

function RefusedOrder({ installId, stop: { orderId, number, refusal }, setFailed }: RefusedOrderProps) {
  const t = useTranslations('deliveries.confirm');
  const tStatus = useTranslations('orderStatus');
  const tAsk = useTranslations('orderPage.status');
  const router = useRouter();
  const row = useRef<HTMLLIElement>(null);
  const [isAsking, setAsking] = useState(false);
  const isOff = useIsOff('fulfil', 'orders:write');
  const write = useOperation<
    { status: 'delivered_failed' },
    SetFailedOutcome,
    { installId: string; orderId: string }
  >({
    action: setFailed,
    target: { installId, orderId },
    onOutcome: ({ code }) => {
      router.refresh();
      // The pressed button disappears, so the focus moves to the row.
      if (code === 'succeeded') row.current?.focus();
    },
  });
  const { outcome } = write;
  const canFail = refusal?.canFail === true && outcome?.code !== 'succeeded';
  const label = t('setFailed', { number });
  return (
    <li ref={row} tabIndex={-1} className="flex flex-col items-start gap-2 outline-none">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {canFail && (
          <Button disabled={isOff} pending={write.sending} onClick={() => setAsking(true)}>
            {label}
          </Button>
        )}
        {refusal && !canFail && (
          <span>
            {t('refusedNow', {
              number,
              status: tStatus(refusal.canFail ? 'delivered_failed' : refusal.status),
            })}
          </span>
        )}
        <Link
          href={installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2"
        >
          {t('openRefused', { number })}
        </Link>
      </div>
      {!write.sending && <FailedProblem outcome={outcome} />}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('failTitle', { number })}
        description={tAsk('confirm.delivered_failed.body')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{tAsk('keep')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                void write.send({ status: 'delivered_failed' });
              }}
            >
              {tAsk('to.delivered_failed')}
            </Button>
          </>
        }
      />
    </li>
  );
}

type FailedProblemProps = { outcome: SetFailedOutcome | { code: 'no_answer' | 'not_sent' } | null };

/** Shows why the order has no new status. Shows nothing after a success. */
function FailedProblem({ outcome }: FailedProblemProps) {
  const t = useTranslations('orderWrite');
  if (!outcome || outcome.code === 'succeeded') return null;
  const isOutcomeUnknown = outcome.code === 'unconfirmed' || outcome.code === 'no_answer';
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={isOutcomeUnknown}>
      <p>
        {outcome.code === 'refused' ? t('refused.other') : outcome.code !== 'no_right' && t(outcome.code)}
      </p>
    </OutcomeNote>
  );
}
