'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Banner } from '@/components/ui/feedback/banner';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { RefusalHint } from '@/components/ui/feedback/refusal-hint';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { LazyLeaveGuard } from '@/components/ui/overlay/lazy-leave-guard';
import { DayInWords } from '@/components/ui/text/day-in-words';
import { useRight } from '@/components/ui/role-context';
import { useOperation } from '@/components/ui/use-operation';
import { ScreenHeading } from '@/components/ui/screen-heading';
import type { CreateSheetCommand } from '@/lib/deliveries/delivery-commands';
import {
  type CreateSheetOutcome,
  type DeliveryRefusal,
  type DriverList,
  driversShown,
  type MissingOrder,
  type SheetOrder,
} from '@/lib/deliveries/delivery-view';
import { daysAheadMax } from '@/lib/deliveries/stop-limits';
import type { ActionOf } from '@/lib/shared/action-of';
import { installPath } from '@/lib/shared/install-path';
import type { RefusalHint as Refusals } from '@/lib/shared/orders/refusal-hint';
import { daysBefore, isWholeDay } from '@/lib/shared/store-day';
import { DeliveryProblem } from './delivery-problem';
import {
  isTypedSheet,
  type NewSheetInput,
  restoreNewSheet,
  startSheet,
  typedCollect,
} from './new-sheet-draft';
import { SheetOrders } from './new-sheet-orders';
import { RepeatedOrders } from './repeated-orders';

type Create = ActionOf<typeof CreateSheetCommand, CreateSheetOutcome | DeliveryRefusal>;

type NewSheetScreenProps = DriverList & {
  installId: string;
  orderIds: string[];
  /** The orders that the mirror has, in the sequence of `orderIds`. */
  orders: SheetOrder[];
  /** The other orders of `orderIds`. */
  missing: MissingOrder[];
  /**
   * The orders whose customers often refuse parcels. Null if the user may not see customers, or if the orders were not
   * checked.
   */
  refusals: Refusals | null;
  /** True if the server had too many other checks of the store to do, so that the orders were not checked. */
  isUnchecked?: boolean;
  /** Today in the store's time zone (YYYY-MM-DD). */
  today: string;
  create: Create;
};

type Input = {
  carrierId: string;
  day: string;
  note: string;
  orderIds: string[];
  mayRepeat: boolean;
  collect: { orderId: string; amountMinor: number }[];
};

/**
 * Form for a new delivery sheet: the driver, the day and a note. The orders were selected in the list of orders. The
 * user can leave out the orders of customers who often refuse, and put them back.
 */
export function NewSheetScreen(props: NewSheetScreenProps) {
  const { installId, refusals, isUnchecked, drivers, isCut, today, create } = props;
  const t = useTranslations('deliveries');
  const router = useRouter();
  const mayAddDriver = useRight('post_cash');
  const box = useRef<HTMLDivElement>(null);
  const [start] = useState(() => startSheet(props));
  const unfit = [...props.orders, ...props.missing].filter((order) => order.ended);
  const copy = useCopiedInput<NewSheetInput>(`daftar.new-sheet.1.${installId}`, (saved) => {
    const toLeaveOut = [...unfit, ...(refusals?.orders ?? [])];
    return restoreNewSheet(saved, { ...props, toLeaveOut: toLeaveOut.map(({ id }) => id) });
  });
  const input = copy.value ?? start;
  const { carrierId, day, note } = input;
  const change = (part: Partial<NewSheetInput>) => copy.change((now) => ({ ...(now ?? start), ...part }));
  const [isTried, setIsTried] = useState(false);
  const leftOut: ReadonlySet<string> = new Set(input.leftOut);
  const orderIds = props.orderIds.filter((id) => !leftOut.has(id));
  const hasForm = drivers.length > 0 && orderIds.length > 0;
  const warned = refusals?.orders.filter(({ id }) => !leftOut.has(id)) ?? [];
  const write = useOperation<Input, Awaited<ReturnType<Create>>>({
    action: create,
    target: { installId },
    onOutcome: (outcome) => {
      // An earlier press already created a delivery sheet with this id and other content. The next press therefore uses
      // a new id.
      if (outcome.code === 'reused') restart();
      if (outcome.code !== 'created') return;
      copy.forget();
      router.push(installPath(installId, `/deliveries/${outcome.sheetId}`));
      return 'leaving';
    },
  });
  // Orders that the platform or the mirror reports as cancelled, returned or deleted. The server refuses a sheet with one
  // of them.
  const refused = write.outcome?.code === 'orders_ended' ? write.outcome.orders : [];
  const ended = [...unfit, ...refused].filter(
    ({ id }, n, all) => !leftOut.has(id) && all.findIndex((one) => one.id === id) === n,
  );
  const { restart } = write;
  // An order that is not in the mirror yet is shown as soon as it arrives.
  useLiveChange(({ kind, id }) => {
    const isMissing = props.missing.some((order) => order.id === id);
    if ((kind === 'many' && props.missing.length > 0) || (kind === 'order' && isMissing)) router.refresh();
  });
  const driver = drivers.find(({ id }) => id === carrierId);
  const cutHint = isCut ? t('new.driversCut', { count: driversShown }) : undefined;
  const driverHint = driver && !driver.needsDigits ? t('new.noPhone') : cutHint;
  const lastDay = daysBefore(today, -daysAheadMax);
  const isDay = day >= today && day <= lastDay;
  // True if the server refused the last press because some orders are already on another delivery sheet. The user was
  // told, so the next press creates the delivery sheet in spite of that.
  const isRepeated = write.outcome?.code === 'repeated';
  const repeated = write.outcome?.code === 'repeated' ? (write.outcome.orders ?? []) : [];
  const shownOrders = props.orders.filter(({ id }) => !leftOut.has(id));
  const collects = shownOrders.map((order) => ({
    orderId: order.id,
    money: typedCollect(order, input.collect),
  }));
  const isBusy = write.sending || write.isOutcomeUnknown;
  const leaveOut = (ids: readonly string[]) => {
    // After a change of the orders, the outcome of the last press no longer applies and is cleared. If it stayed, the
    // next press would create the sheet without a warning. That would also happen for an order that the user has just
    // put back.
    restart();
    change({ leftOut: ids });
  };
  const submit = () => {
    setIsTried(true);
    if (driver && isDay && !collects.some(({ money }) => money === 'invalid')) {
      const collect = collects.flatMap(({ orderId, money }) =>
        money === null || money === 'invalid' ? [] : [{ orderId, amountMinor: money.amount_minor }],
      );
      return void write.send({ carrierId, day, note, orderIds, mayRepeat: isRepeated, collect });
    }
    // The focus is moved after the next render, because only then do the invalid fields have the attribute
    // `aria-invalid`. The first invalid field gets the focus.
    setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
  };
  return (
    <div ref={box} className="flex w-full max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/deliveries')}>{t('all')}</BackLink>
        <ScreenHeading title={t('new.title')} />
      </div>
      {orderIds.length > 0 && (
        <SheetOrders
          orders={shownOrders}
          missing={props.missing.filter(({ id }) => !leftOut.has(id))}
          typed={input.collect ?? {}}
          isTried={isTried}
          isBusy={isBusy}
          onType={(collect) => change({ collect })}
          onLeaveOut={(id) => leaveOut([...leftOut, id])}
        />
      )}
      <Card>
        {!hasForm ? (
          <div className="flex flex-col items-start gap-3">
            <p>
              {t(
                orderIds.length === 0 ? 'new.noOrders' : mayAddDriver ? 'new.noDriver' : 'new.noDriverRight',
              )}
            </p>
            {(orderIds.length === 0 || mayAddDriver) && (
              <Button asChild>
                <Link
                  href={installPath(installId, orderIds.length === 0 ? '/orders' : '/cash')}
                  prefetch={false}
                >
                  {t(orderIds.length === 0 ? 'chooseOrders' : 'new.openCash')}
                </Link>
              </Button>
            )}
          </div>
        ) : (
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            {/* Text that is typed after the sheet was created would be stored as a copy again. */}
            <fieldset disabled={write.sending} className="contents">
              <Field
                label={t('driver')}
                hint={driverHint}
                error={isTried && !driver ? t('new.driverMissing') : undefined}
              >
                {(control) => (
                  <Select
                    {...control}
                    value={carrierId}
                    onChange={(event) => change({ carrierId: event.target.value })}
                  >
                    <option value="">{t('new.choose')}</option>
                    {drivers.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field
                label={t('day')}
                hint={isWholeDay(day) && <DayInWords day={day} />}
                error={isTried && !isDay ? t('new.dayMissing', { days: daysAheadMax }) : undefined}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    min={today}
                    max={lastDay}
                    value={day}
                    onChange={(event) => change({ day: event.target.value })}
                  />
                )}
              </Field>
              <Field label={t('note')} hint={t('new.noteHint')}>
                {(control) => (
                  <TextArea
                    {...control}
                    rows={2}
                    maxLength={500}
                    value={note}
                    onChange={(event) => change({ note: event.target.value })}
                  />
                )}
              </Field>
            </fieldset>
            {ended.length > 0 && (
              <EndedOrders
                orders={ended}
                canLeaveOut={ended.length < orderIds.length}
                isBusy={isBusy}
                onLeaveOut={() => leaveOut([...leftOut, ...ended.map(({ id }) => id)])}
              />
            )}
            {refusals && (
              <RefusalHint
                hint={{ orders: warned, unknown: refusals.unknown }}
                leftOut={leftOut.size}
                canLeaveOut={warned.length < orderIds.length}
                isBusy={isBusy}
                onLeaveOut={() => leaveOut([...leftOut, ...warned.map(({ id }) => id)])}
                onPutBack={() => leaveOut([])}
              />
            )}
            {isUnchecked && <p className="text-sm text-warn">{t('new.unchecked')}</p>}
            {!write.sending && repeated.length > 0 ? (
              <RepeatedOrders
                installId={installId}
                orders={repeated}
                orderCount={orderIds.length}
                isBusy={isBusy}
                onLeaveOut={(ids) => leaveOut([...leftOut, ...ids])}
              />
            ) : (
              !write.sending && <DeliveryProblem outcome={write.outcome} />
            )}
            <Button variant="primary" type="submit" pending={write.sending} className="self-start">
              {isRepeated ? t('new.createAnyway') : t('new.create', { count: orderIds.length })}
            </Button>
          </form>
        )}
      </Card>
      <LazyLeaveGuard isTyped={hasForm && isTypedSheet(input, start) && !write.sending} />
    </div>
  );
}

type EndedOrdersProps = {
  orders: readonly { id: string; number: string | null }[];
  /** True if other orders remain after these orders are left out. */
  canLeaveOut: boolean;
  /** True while the user cannot change the selection of orders, because it is being sent or may have been sent. */
  isBusy: boolean;
  onLeaveOut: () => void;
};

/** Names the orders that cannot be delivered, because the store cancelled or deleted them or their goods came back. */
function EndedOrders({ orders, canLeaveOut, isBusy, onLeaveOut }: EndedOrdersProps) {
  const t = useTranslations('deliveries.new');
  const format = useFormatter();
  return (
    <Banner
      tone="warn"
      title={t('endedTitle', { count: orders.length })}
      actions={
        canLeaveOut && (
          <Button disabled={isBusy} onClick={onLeaveOut}>
            {t('leaveOutEnded', { count: orders.length })}
          </Button>
        )
      }
    >
      <p>
        <bdi>{format.list(orders.map(({ number }) => number ?? t('newOrder')))}</bdi>
      </p>
      <p>{t(canLeaveOut ? 'endedNext' : 'endedAll', { count: orders.length })}</p>
    </Banner>
  );
}
