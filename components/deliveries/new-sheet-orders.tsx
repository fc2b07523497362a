'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { MoneyInput } from '@/components/ui/form/money-input';
import { MoneyText } from '@/components/ui/text/money-text';
import { type MissingOrder, type SheetOrder, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { sumsToCollect } from '@/lib/deliveries/sums-to-collect';
import { currencyKey } from '@/lib/shared/numbers/money';
import { AtMostText } from './at-most-text';
import { type NewSheetInput, typedCollect, withTypedCollect } from './new-sheet-draft';
import { PartShippedNote } from './part-shipped-note';

/** Number of orders up to which the list of orders is open at first. */
const openOrdersMax = 8;

type SheetOrdersProps = {
  orders: readonly SheetOrder[];
  missing: readonly MissingOrder[];
  typed: NonNullable<NewSheetInput['collect']>;
  /** True after the user first pressed the button. Wrong amounts are shown as errors only after that. */
  isTried: boolean;
  isBusy: boolean;
  onType: (typed: NonNullable<NewSheetInput['collect']>) => void;
  onLeaveOut: (orderId: string) => void;
};

/**
 * The orders of the new sheet, with the amount to collect for each of them and in total. The amount of an order of which
 * a part was sent is only an upper limit, and then the total too. The user can type the amount of such an order. While
 * an order is missing, the total has only the certain amounts. It is then a lower limit, or not known. The screen says
 * so, and names the order if its number is known.
 */
export function SheetOrders(props: SheetOrdersProps) {
  const { orders: given, missing: absent, typed, isTried, isBusy, onType, onLeaveOut } = props;
  const t = useTranslations('deliveries');
  const format = useFormatter();
  const orders = given.map((order) => withTypedCollect(order, typed));
  const [isOpenAtFirst] = useState(given.length <= openOrdersMax || given.some(warnsOfPart));
  const unread = absent.filter((order) => !order.ended);
  const ended = [...orders, ...absent].filter((order) => order.ended).length;
  const canLeaveOut = ended < orders.length + absent.length;
  const missing = unread.length;
  const numbers = unread.flatMap(({ number }) => number ?? []);
  const sums = sumsToCollect(missing > 0 ? orders.filter((order) => !warnsOfPart(order)) : orders);
  return (
    <Card>
      <div className="flex flex-col gap-1 text-sm" data-sheet-orders>
        <p className="flex flex-wrap justify-between gap-x-4 text-base font-bold">
          <span>{t('toCollectAll')}</span>
          <span className="flex flex-wrap gap-x-3">
            {sums.length === 0
              ? t(missing > 0 ? 'new.sumUnknown' : 'noMoney')
              : sums.map((sum) => {
                  const key = currencyKey(sum.money);
                  if (missing === 0) return <AtMostText key={key} {...sum} />;
                  const amount = <MoneyText key={key} money={sum.money} />;
                  return <span key={key}>{t.rich('new.atLeast', { amount: () => amount })}</span>;
                })}
          </span>
        </p>
        {missing > 0 && (
          <p data-missing-orders className="font-semibold text-warn">
            {numbers.length < missing
              ? t('new.notShownCount', { count: missing })
              : t.rich('new.notShown', {
                  count: missing,
                  numbers: () => <bdi key="numbers">{format.list(numbers)}</bdi>,
                })}
          </p>
        )}
        <details open={isOpenAtFirst}>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand">
            {ended > 0
              ? t('new.listEnded', { count: orders.length + absent.length - ended, ended })
              : t('new.list', { count: orders.length + absent.length })}
          </summary>
          <ul className="divide-y divide-line">
            {orders.map((order, n) => (
              <li key={order.id} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0 break-words">
                  <bdi className="font-semibold">{order.number}</bdi>
                  {order.customerName !== null && (
                    <>
                      {' · '}
                      <bdi>{order.customerName}</bdi>
                    </>
                  )}
                  {order.pieces !== null && (
                    <span className="text-ink-soft" data-pieces>
                      {' · '}
                      {t('new.pieces', { count: order.pieces })}
                    </span>
                  )}
                </span>
                {order.ended ? (
                  <EndedFact
                    order={order}
                    canLeaveOut={canLeaveOut}
                    isBusy={isBusy}
                    onLeaveOut={onLeaveOut}
                  />
                ) : order.due.amount_minor > 0 ? (
                  <AtMostText money={order.due} isAtMost={warnsOfPart(order)} />
                ) : (
                  <span>{t('nothing')}</span>
                )}
                <CollectField
                  order={given[n] ?? order}
                  typed={typed}
                  isTried={isTried}
                  isBusy={isBusy}
                  onType={onType}
                />
              </li>
            ))}
            {absent.map((order) => (
              <li
                key={order.id}
                className="flex flex-wrap justify-between gap-x-4 py-2"
                data-missing-order={order.id}
              >
                <bdi className="font-semibold">{order.number ?? t('new.newOrder')}</bdi>
                {order.ended ? (
                  <EndedFact
                    order={{ ...order, number: order.number ?? t('new.newOrder') }}
                    canLeaveOut={canLeaveOut}
                    isBusy={isBusy}
                    onLeaveOut={onLeaveOut}
                  />
                ) : (
                  <span className="text-ink-soft">{t('new.sumUnknown')}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Card>
  );
}

type EndedFactProps = Pick<SheetOrdersProps, 'isBusy' | 'onLeaveOut'> & {
  order: Pick<SheetOrder, 'id' | 'number' | 'ended'>;
  /** True if an order remains after all orders that cannot be delivered are left out. */
  canLeaveOut: boolean;
};

/** Why an order cannot be delivered, with a button that leaves it out. */
function EndedFact({ order: { id, number, ended }, canLeaveOut, isBusy, onLeaveOut }: EndedFactProps) {
  const t = useTranslations('deliveries');
  return (
    ended && (
      <span className="flex flex-wrap items-center justify-end gap-x-2">
        <span className="font-semibold text-warn">{t(`ended.${ended}`)}</span>
        {canLeaveOut && (
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={t('new.leaveOutOf', { number })}
            onClick={() => onLeaveOut(id)}
          >
            {t('new.leaveOutEnded', { count: 1 })}
          </Button>
        )}
      </span>
    )
  );
}

type CollectFieldProps = Pick<SheetOrdersProps, 'typed' | 'isTried' | 'isBusy' | 'onType'> & {
  order: SheetOrder;
};

/**
 * Field for the amount that the driver collects for an order of which a part was already sent. If it stays empty, the
 * driver's page tells the driver to ask the store. Shows nothing for any other order.
 */
function CollectField({ order, typed, isTried, isBusy, onType }: CollectFieldProps) {
  const t = useTranslations('deliveries.new');
  if (!warnsOfPart(order)) return null;
  const { id, number, due } = order;
  const amount = () => <MoneyText key="amount" money={due} />;
  const isWrong = isTried && typedCollect(order, typed) === 'invalid';
  return (
    <div className="flex w-full flex-col gap-2">
      <PartShippedNote order={order} />
      <Field
        label={t('collectOf', { number })}
        hint={t.rich('collectHint', { amount })}
        error={isWrong ? t('collectWrong') : undefined}
      >
        {(control) => (
          <MoneyInput
            {...control}
            currency={{ code: due.currency, decimals: due.decimals }}
            disabled={isBusy}
            value={typed[id] ?? ''}
            onChange={(event) => onType({ ...typed, [id]: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
