'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Replace } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/feedback/toast';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useIsOff } from '@/components/ui/role-context';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import type { LinkedOrder, OrderView } from '@/lib/orders/order-view';
import { installPath } from '@/lib/shared/install-path';
import { ordersKeys } from '@/lib/shared/read-keys';
import { type OrderActions, type OrderTarget, useOrderWrite } from './use-order-write';
import { WriteProblem } from './write-problem';

type ReplacementNoteProps = { target: OrderTarget; view: OrderView; action: OrderActions['setOrderStatus'] };

/** Order statuses that can probably still become "cancelled" (A3). */
const cancellable = ['placed', 'approved', 'processing', 'delivered_failed'];

/**
 * Note on the pages of both orders of a replacement. As long as the old order is not cancelled, the note has a button
 * that cancels it. The order may still be uncancelled because something failed after the new order was created
 * (docs/decisions/replace-order.md).
 */
export function ReplacementNote({ target, view, action }: ReplacementNoteProps) {
  const t = useTranslations('orderPage.replacement');
  const { order, replaces, replacedBy } = view;
  const other = replaces ?? replacedBy;
  if (!other) return null;
  const old = replaces ?? { orderId: order.id, number: order.order_number, status: order.status };
  const isOpen = cancellable.includes(old.status);
  return (
    <section
      aria-label={t('label')}
      data-replacement={replaces ? 'new' : 'old'}
      className="flex gap-3 rounded-card border border-info/30 bg-info-soft px-4 py-3 text-sm"
    >
      <Replace aria-hidden className="mt-0.5 size-5 shrink-0 text-info" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p>
          <span className="font-bold">
            {t.rich(replaces ? 'replaces' : 'replacedBy', {
              number: () => (
                <Link
                  key="number"
                  href={installPath(target.installId, `/orders/${encodeURIComponent(other.orderId)}`)}
                  prefetch={false}
                  className="text-brand underline underline-offset-4"
                >
                  <bdi>{other.number}</bdi>
                </Link>
              ),
            })}
          </span>{' '}
          {t.rich(isOpen ? 'notCancelled' : 'status', {
            number: () => <bdi key="number">{old.number}</bdi>,
            status: () => <OrderStatusName key="status" status={old.status} />,
          })}
        </p>
        {isOpen && <CancelOld old={old} target={target} action={action} />}
      </div>
    </section>
  );
}

type CancelOldProps = Omit<ReplacementNoteProps, 'view'> & { old: LinkedOrder };

function CancelOld({ old, target, action }: CancelOldProps) {
  const t = useTranslations('orderPage.replacement');
  const tStatus = useTranslations('orderPage.status');
  const toast = useToast();
  const queryClient = useQueryClient();
  const isOff = useIsOff('cancel', 'orders:write');
  const [isAsking, setAsking] = useState(false);
  const number = () => <bdi key="number">{old.number}</bdi>;
  const write = useOrderWrite<{ status: 'cancelled' }>(
    action,
    { installId: target.installId, orderId: old.orderId },
    () => {
      void queryClient.invalidateQueries({ queryKey: ordersKeys.order(target.installId, target.orderId) });
      toast({ text: t.rich('cancelled', { number }) });
    },
  );
  const cancel = () => {
    setAsking(false);
    void write.send({ status: 'cancelled' });
  };
  return (
    <>
      {!write.sending && (
        <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
      )}
      <Button
        className="self-start"
        disabled={isOff}
        pending={write.sending || write.isOutcomeUnknown}
        onClick={() => setAsking(true)}
      >
        {t.rich('cancel', { number })}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.rich('confirm', { number })}
        description={tStatus('confirm.cancelled.body')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{tStatus('keep')}</Button>
            <Button variant="danger" onClick={cancel}>
              {t.rich('cancel', { number })}
            </Button>
          </>
        }
      />
    </>
  );
}
