'use client';

import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Menu } from '@/components/ui/overlay/menu';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useToast } from '@/components/ui/feedback/toast';
import { UndoBar } from '@/components/ui/feedback/undo-bar';
import { useUndoWindow } from '@/components/ui/feedback/use-undo-window';
import type { OrderMove } from '@/lib/orders/order-moves';
import type { OrderView } from '@/lib/orders/order-view';
import { primaryAction } from '@/lib/orders/order/primary-action';
import { knownKey } from '@/lib/shared/known-key';
import type { ParcelSenders } from '@/components/orders/detail/shipments/parcel-senders';
import { useDeliverParcels } from '@/components/orders/detail/shipments/use-deliver-parcels';
import { openActions } from './open-actions';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { useIsOff, useRight, useRoleText } from '@/components/ui/role-context';
import { useCopyEntries } from './use-copy-entries';
import { useLazySheet } from './use-lazy-sheet';
import { type OrderActions, type OrderTarget, useOrderWrite } from './use-order-write';
import { WriteProblem } from './write-problem';
import { WriteScopeNote } from './write-scope-note';

type Status = OrderMove['status'];
type StatusControlProps = {
  target: OrderTarget;
  view: OrderView;
  action: OrderActions['setOrderStatus'];
  /**
   * State of the form in which the user records a new shipment. The card with the shipments renders the form. `show`
   * opens it. `isComing` is true while its code is loading. `reasonId` is the id of the text that says why nothing can
   * be shipped.
   */
  ship: { show: () => void; isComing: boolean; reasonId: string };
  parcelSenders: ParcelSenders;
  /**
   * Warning about the customer. It is shown before the order gets the status `shipped` without a new shipment. The form
   * of a new shipment shows it too.
   */
  warning: ReactNode;
};

/**
 * Order statuses that are hard or impossible to undo. Before the order gets such a status, the user must confirm the
 * change.
 */
const destructive = { cancelled: true, delivered_failed: true, returned: true };

/**
 * Order statuses that the platform probably does not allow to change back (A3). A change to such a status is sent only
 * after some seconds, and until then the user can undo it.
 */
const delayed = { shipped: true, delivered: true };

/**
 * A change that waits to be sent, so the user can still undo it. It is a new status of the order, or the delivery of
 * some shipments.
 */
type Waiting = { status: Status } | { parcels: string[] };

const loadDeliver = () =>
  import('@/components/orders/detail/shipments/deliver-sheet').then(({ DeliverSheet }) => DeliverSheet);

/**
 * Control that changes the order status. A button has the most likely next step (primaryAction); a phone shows this
 * button at the bottom of the screen. The menu beside the button is the only menu with three dots on the page. It has
 * the other next statuses and the actions that copy the order. All remaining statuses are in a folded part of the menu.
 */
export function OrderStatusControl(props: StatusControlProps) {
  const { target, view, action, ship, parcelSenders, warning } = props;
  const t = useTranslations('orderPage.status');
  const tMenu = useTranslations('orderPage.menu');
  const toast = useToast();
  const row = useRef<HTMLDivElement>(null);
  const [statusToConfirm, setStatusToConfirm] = useState<Status | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const undoWindow = useUndoWindow(target.orderId);
  const isOff = useIsOff('fulfil', 'orders:write');
  const isShippingOff = useIsOff('fulfil', 'fulfillments:write');
  // After a change, the pressed button may no longer exist. The focus then moves to the row of buttons.
  const keepFocus = () => document.activeElement === document.body && row.current?.focus();
  const write = useOrderWrite<{ status: Status }>(action, target, ({ orderStatus }, { status }) => {
    const now = orderStatus ?? status;
    toast({ text: t.rich('moved', { status: () => <OrderStatusName key="status" status={now} /> }) });
    keepFocus();
  });
  const { isDelivering, deliver } = useDeliverParcels(target, parcelSenders, keepFocus);
  const deliverSheet = useLazySheet(loadDeliver);
  const mayCancel = useRight('cancel');
  const roleText = useRoleText();
  const isRefused = (status: Status) => status === 'cancelled' && !mayCancel;
  const { others } = view.moves;
  const copies = useCopyEntries(target.installId, view);
  const primary = primaryAction(view);
  const [underWay] = openActions(view, 'set_order_status');
  const isWaiting = undoWindow.secondsLeft !== null;
  const isBusy =
    write.sending || write.isOutcomeUnknown || underWay !== undefined || isDelivering || isWaiting;
  const isPrimaryOff = primary.kind === 'move' ? isOff : isShippingOff;
  const isPartShipped = view.order.fulfillments.some((parcel) => parcel.status !== 'cancelled');
  const isAtFoot = primary.kind !== 'none' && !isPrimaryOff;
  const isShipped = (status: Status) => status === 'shipped';
  const shipsByStatus =
    (primary.kind === 'move' && isShipped(primary.status)) ||
    (isWaiting && waiting !== null && 'status' in waiting && isShipped(waiting.status));

  const wait = (what: Waiting, send: () => void) => {
    setWaiting(what);
    undoWindow.start(send);
  };
  const choose = (status: Status) => {
    if (knownKey(destructive, status)) setStatusToConfirm(status);
    else if (knownKey(delayed, status)) wait({ status }, () => void write.send({ status }));
    else void write.send({ status });
  };
  const deliverLater = (parcels: string[]) => wait({ parcels }, () => void deliver(parcels));
  const press = () => {
    if (primary.kind === 'ship') ship.show();
    if (primary.kind === 'move') choose(primary.status);
    if (primary.kind !== 'deliver') return;
    if (primary.parcels.length > 1) deliverSheet.show();
    else deliverLater(primary.parcels.map(({ id }) => id));
  };

  // While something is left to ship, the menu does not offer the statuses `shipped` and `delivered`, because they would
  // contradict the units that are left. The order gets these statuses when its shipments are recorded.
  const offered = others.filter(
    ({ status }) => view.noShipment !== null || (status !== 'shipped' && status !== 'delivered'),
  );
  const statusEntry = ({ status, why, isBack }: OrderMove): MenuEntry => ({
    key: status,
    label: isBack
      ? t.rich('backTo', { status: () => <OrderStatusName key="status" status={status} /> })
      : t(`to.${status}`),
    detail: isRefused(status) ? roleText : (why ?? isBack) && t(`why.${why ?? 'back'}`),
    disabled: isOff || isBusy || isRefused(status),
    danger: knownKey(destructive, status) !== null,
    onSelect: () => choose(status),
  });
  // The open part of the menu has only the next steps. The folded part has the statuses that go back and those that the
  // store will probably refuse, each with its reason.
  const isNext = ({ risk, isBack }: OrderMove) => risk === null && !isBack;
  const likely = offered.filter(isNext).map(statusEntry);
  const back = offered.filter((move) => move.risk === null && !isNext(move)).map(statusEntry);
  const [firstUnlikely, ...unlikely] = offered.filter(({ risk }) => risk !== null).map(statusEntry);
  const folded = [
    ...back,
    ...(firstUnlikely ? [{ ...firstUnlikely, heading: t('unlikely') }, ...unlikely] : []),
  ];
  // The menu focuses its first entry, so an action that cancels something is never first.
  const isHarmless = ({ danger }: MenuEntry) => !danger;
  const [firstNow, ...now] = inGroups([
    likely.filter(isHarmless),
    copies,
    likely.filter((entry) => !isHarmless(entry)),
  ]);
  const entries: MenuEntry[] = [
    ...(firstNow ? [{ ...firstNow, heading: t('now') }, ...now] : []),
    ...(folded.length > 0 ? [{ key: 'others', label: t('others'), disabled: isOff, folded }] : []),
  ];

  const control = (
    <div
      ref={row}
      tabIndex={-1}
      role="group"
      aria-label={t('label')}
      data-foot={isAtFoot || undefined}
      className={clsx(
        'flex flex-col gap-2 outline-none lg:max-w-96',
        isAtFoot &&
          'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--bar) max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-3 max-sm:py-2.5',
        // The bottom of a phone screen has space for only one bar. While a form on the page shows its save bar there,
        // the row of status buttons is hidden.
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
      <UndoBar undoWindow={undoWindow} onUndone={() => row.current?.focus()}>
        {waiting && <WaitingText waiting={waiting} />}
      </UndoBar>
      {/* On a phone, a toast appears directly above the bottom row of the screen. A bar with the Undo button above
          that row would be covered by the toast. The bar therefore takes the place of the buttons in that row. The
          buttons are hidden only visually, so the pressed button keeps the focus. */}
      <div className={clsx('flex gap-2 sm:justify-end', isWaiting && isAtFoot && 'max-sm:sr-only')}>
        {primary.kind !== 'none' && (
          <Button
            variant="primary"
            className="max-sm:flex-1"
            disabled={isPrimaryOff}
            pending={isBusy || ship.isComing || deliverSheet.isComing}
            {...(primary.kind === 'ship' && {
              'aria-keyshortcuts': 'e',
              'aria-describedby': isPrimaryOff ? ship.reasonId : undefined,
            })}
            onClick={press}
          >
            {isBusy && !isWaiting
              ? t('sending')
              : primary.kind === 'move'
                ? t(`to.${primary.status}`)
                : t(primary.kind === 'deliver' ? 'to.delivered' : isPartShipped ? 'shipRest' : 'ship')}
          </Button>
        )}
        {entries.length > 0 && (
          <Menu
            label={tMenu('label')}
            labelHidden={primary.kind !== 'none'}
            disabled={isOff && copies.length === 0}
            entries={entries}
          />
        )}
      </div>
      {primary.kind === 'deliver' &&
        deliverSheet.render({ order: view.order, parcels: primary.parcels, onChosen: deliverLater })}
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
  const isWarned = Boolean(warning) && shipsByStatus;
  // On a phone, the control is at the bottom of the screen, and the warning stays at its place on the page. The control
  // always has the same parent, so that it keeps its state when the warning appears.
  return (
    <div className={isWarned ? 'flex flex-col gap-4 lg:max-w-96' : 'contents'}>
      {isWarned && warning}
      {control}
    </div>
  );
}

function WaitingText({ waiting }: { waiting: Waiting }) {
  const t = useTranslations('orderPage.status.waiting');
  if ('parcels' in waiting) return t('parcels', { count: waiting.parcels.length });
  return t.rich('status', { status: () => <OrderStatusName key="status" status={waiting.status} /> });
}

/** Joins groups of menu entries. A line separates each group from the one before it. */
function inGroups(groups: MenuEntry[][]): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => group.map((entry, index) => ({ ...entry, divided: at > 0 && index === 0 })));
}
