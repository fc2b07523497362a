'use client';

import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Menu } from '@/components/ui/overlay/menu';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useToast } from '@/components/ui/feedback/toast';
import type { OrderMove } from '@/lib/orders/order-moves';
import type { OrderView } from '@/lib/orders/order-view';
import { knownKey } from '@/lib/shared/known-key';
import { openActions } from './open-actions';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { useIsOff, useRight, useRoleText } from '@/components/ui/role-context';
import { type OrderActions, type OrderTarget, useOrderWrite } from './use-order-write';
import { WriteProblem } from './write-problem';
import { WriteScopeNote } from './write-scope-note';

type Status = OrderMove['status'];
type StatusControlProps = { target: OrderTarget; view: OrderView; action: OrderActions['setOrderStatus'] };

/** Order statuses that are hard or impossible to undo. A change to one of them asks for confirmation. */
const destructive = { cancelled: true, delivered_failed: true, returned: true };

/**
 * Control that changes the order status. The most likely next status is a button, which on a phone is at the bottom of
 * the screen. A menu has all other possible statuses.
 */
export function OrderStatusControl({ target, view, action }: StatusControlProps) {
  const t = useTranslations('orderPage.status');
  const toast = useToast();
  const row = useRef<HTMLDivElement>(null);
  const [statusToConfirm, setStatusToConfirm] = useState<Status | null>(null);
  const isOff = useIsOff('fulfil', 'orders:write');
  const write = useOrderWrite<{ status: Status }>(action, target, ({ orderStatus }, { status }) => {
    const now = orderStatus ?? status;
    toast({ text: t.rich('moved', { status: () => <OrderStatusName key="status" status={now} /> }) });
    // After a status change, the pressed button may no longer exist. The focus then moves to the row of the control.
    if (document.activeElement === document.body) row.current?.focus();
  });
  const mayCancel = useRight('cancel');
  const roleText = useRoleText();
  const isRefused = (status: Status) => status === 'cancelled' && !mayCancel;
  const { next, others } = view.moves;
  const [underWay] = openActions(view, 'set_order_status');
  const isBusy = write.sending || write.isOutcomeUnknown || underWay !== undefined;
  const isAtFoot = next !== null && !isOff;
  const choose = (status: Status) =>
    knownKey(destructive, status) ? setStatusToConfirm(status) : void write.send({ status });

  const entries = others.map(
    ({ status, risk }, index): MenuEntry => ({
      key: status,
      label: t(`to.${status}`),
      detail: isRefused(status) ? roleText : risk ? t(`risk.${risk}`) : undefined,
      disabled: isBusy || isRefused(status),
      danger: knownKey(destructive, status) !== null,
      divided: risk !== null && index > 0 && !others[index - 1]?.risk,
      onSelect: () => choose(status),
    }),
  );

  return (
    <div
      ref={row}
      tabIndex={-1}
      role="group"
      aria-label={t('label')}
      className={clsx(
        'flex flex-col gap-2 outline-none',
        isAtFoot &&
          'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--bar) max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-3 max-sm:py-2.5',
        // The bottom of a phone screen shows only one action at a time, so the save bar of a form hides this row.
        isAtFoot && 'max-sm:group-has-[[data-save-bar]]/order:hidden',
      )}
    >
      {isOff && <WriteScopeNote long needs="fulfil" />}
      {!write.sending && (
        <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
      )}
      {underWay && !write.sending && !write.outcome && (
        <p role="status" className="flex gap-2 text-sm text-warn">
          <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t.rich('underWay', {
            status: () => <OrderStatusName key="status" status={underWay.requested.status ?? ''} />,
          })}
        </p>
      )}
      <div className="flex gap-2 sm:justify-end">
        {next && (
          <Button
            variant="primary"
            className="max-sm:flex-1"
            disabled={isOff}
            pending={isBusy}
            onClick={() => choose(next)}
          >
            {isBusy ? t('sending') : t(`to.${next}`)}
          </Button>
        )}
        <Menu label={t('others')} labelHidden={next !== null} disabled={isOff} entries={entries} />
      </div>
      <Dialog
        open={statusToConfirm !== null}
        onOpenChange={(open) => open || setStatusToConfirm(null)}
        title={statusToConfirm && t(`confirm.${statusToConfirm as keyof typeof destructive}.title`)}
        description={statusToConfirm && t(`confirm.${statusToConfirm as keyof typeof destructive}.body`)}
        actions={
          <>
            <Button onClick={() => setStatusToConfirm(null)}>{t('keep')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setStatusToConfirm(null);
                if (statusToConfirm) void write.send({ status: statusToConfirm });
              }}
            >
              {statusToConfirm && t(`to.${statusToConfirm}`)}
            </Button>
          </>
        }
      />
    </div>
  );
}
