import { clsx } from 'clsx';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Cell, Row } from '@/components/ui/list/table';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { type CashListItem, type CashState, lateFromDays } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';

/** Color of the badge for each state of an order's cash. */
const tones: Record<CashState, Tone> = {
  to_hand_over: 'neutral',
  with_carrier: 'info',
  delivered: 'warn',
  short: 'bad',
  paid: 'warn',
  remitted: 'good',
  written_off: 'neutral',
};

/** From this number of days, a date is shown with its year. */
const yearDays = 365;

/** What the user should do next with the cash of an order. */
export type NextStep =
  | 'ship'
  | 'deliver'
  | 'collect'
  | 'collectRest'
  | 'chooseCarrier'
  | 'markPaid'
  | 'paidInStore';

type OrderRowProps = {
  installId: string;
  order: CashListItem;
  carrierName: string;
  /** The steps that a text above the list names. The row does not repeat them. */
  namedSteps: readonly NextStep[];
  /** True if a row with late cash has a badge. */
  marksLate: boolean;
  /** True if the chosen tab already says the state of the order. */
  isStateNamed: boolean;
  /** Opens the form that records the cash of one order. Null if the user has no right to record cash. */
  onRecord: ((order: CashListItem) => void) | null;
  /** Opens the form that chooses the carrier of an order. Null if the user has no right to record cash. */
  onAssign: ((order: CashListItem) => void) | null;
};

/**
 * Row of one order. It shows first the amount, then who has the cash and for how many days, then the order and what to
 * do. The cells have the same sequence in the document and on the screen, so the keyboard focus moves in the visible
 * sequence. A press anywhere on the row opens the order.
 */
export function OrderRow(props: OrderRowProps) {
  const { installId, order, carrierName, namedSteps, marksLate, isStateNamed, onRecord, onAssign } = props;
  const t = useTranslations('cash');
  const { orderId, number, customerName, tracking, state, since, open, due, isPaid, isPartShipped } = order;
  const next = nextStepOf(order);
  // The button that chooses the carrier is then the next step. So the row does not name that step a second time.
  const mustChoose = next === 'chooseCarrier' && onAssign !== null;
  const assignKey = mustChoose ? 'who' : order.carrierId === null ? 'set' : 'change';
  return (
    <Row data-cash-order={orderId} data-state={state}>
      <Cell>
        <span className="block text-base font-bold max-sm:text-xl">
          <MoneyText money={open} />
        </span>
        {open.amount_minor !== due.amount_minor && (
          <span className="block text-xs text-ink-soft">
            {t.rich('list.due', { amount: () => <MoneyText key="amount" money={due} /> })}
          </span>
        )}
      </Cell>
      <Cell className="max-sm:text-end">
        {marksLate && isLate(order) && (
          <span className="me-1" data-late>
            <Badge tone="warn">{t('balances.late')}</Badge>
          </span>
        )}
        {/* On a phone, the badge is left out if every row of the list would have the same one. */}
        <span className={clsx(isStateNamed && 'max-sm:hidden')}>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </span>
        {isPartShipped && <span className="mt-1 block text-xs text-ink-soft">{t('list.partShipped')}</span>}
        {isPaid && state !== 'paid' && (
          <span className="mt-1 block text-xs text-ink-soft">{t('list.paid')}</span>
        )}
      </Cell>
      <Cell className="min-w-0 break-words text-ink-soft">
        {/* On a phone, the button that sets the carrier already says that the carrier is not known. */}
        <span className={clsx(order.carrierId === null && onAssign && 'max-sm:hidden')}>
          <bdi>{carrierName}</bdi>
        </span>
        {onAssign && (
          <Button
            variant={mustChoose || order.carrierId === null ? 'secondary' : 'quiet'}
            // On a phone, the button is higher than its line, so that the card stays short.
            className={clsx(
              'relative z-10',
              mustChoose || order.carrierId === null ? 'max-sm:mt-1' : 'ms-1 px-1.5! max-sm:-my-2',
            )}
            aria-label={t(`assign.${assignKey}Of`, { number, carrier: carrierName })}
            onClick={() => onAssign(order)}
          >
            {t(`assign.${assignKey}`)}
          </Button>
        )}
      </Cell>
      <Cell className="text-ink-soft max-sm:text-end max-sm:text-xs">
        {isOut(order) ? <Age order={order} /> : <RelativeTime at={since} />}
      </Cell>
      <Cell className="min-w-0">
        <Link
          href={installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-bold text-brand after:absolute after:inset-0 hover:underline"
        >
          <span>
            {t.rich('list.number', {
              number: () => (
                <bdi key="number" dir="ltr">
                  {number || orderId}
                </bdi>
              ),
            })}
          </span>
        </Link>
        {customerName !== null && (
          <span className="break-words" data-customer>
            {' · '}
            <bdi>{customerName}</bdi>
          </span>
        )}
        {tracking.length > 0 && (
          <p className="text-xs break-words text-ink-soft" data-tracking>
            {t.rich('list.tracking', {
              numbers: () => (
                <bdi key="numbers" dir="ltr">
                  {tracking.join(' · ')}
                </bdi>
              ),
            })}
          </p>
        )}
        {next && !mustChoose && !namedSteps.includes(next) && (
          <p className="text-xs text-ink-soft" data-next={next}>
            {t(`list.next.${next}`)}
          </p>
        )}
      </Cell>
      <Cell className="text-end">
        {onRecord && open.amount_minor > 0 && (
          <Button
            variant={mustChoose ? 'quiet' : 'secondary'}
            className="relative z-10"
            aria-label={t('list.recordFor', { number, carrier: carrierName })}
            onClick={() => onRecord(order)}
          >
            {t('list.record')}
          </Button>
        )}
      </Cell>
    </Row>
  );
}

/** Returns true if the goods or the cash of an order are outside the store, or may be outside. */
const isOut = ({ state }: CashListItem) =>
  state === 'with_carrier' || state === 'delivered' || state === 'short' || state === 'paid';

/** Returns true if the carrier should have handed over the cash by now. */
export const isLate = (order: CashListItem) =>
  (order.state === 'delivered' || order.state === 'short') && order.days >= lateFromDays;

/**
 * Shows for how many days the goods or the cash of an order have been outside the store, and since which date. The
 * days are not the days by which the cash is late, because late begins at `lateFromDays`.
 */
function Age({ order: { since, days } }: { order: CashListItem }) {
  const t = useTranslations('cash');
  const format = useFormatter();
  const date = new Date(since);
  return (
    // While the table is narrow, the line may break between its two parts, so that all columns fit.
    <span className="block whitespace-nowrap sm:max-lg:whitespace-normal" data-days={days}>
      <span className="font-semibold whitespace-nowrap text-ink">{t('list.days', { count: days })}</span>
      {' · '}
      {days === 0 ? (
        <RelativeTime at={since} />
      ) : (
        <time
          dateTime={since}
          title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'short' })}
          className="whitespace-nowrap"
        >
          {format.dateTime(date, {
            day: 'numeric',
            month: 'short',
            year: days < yearDays ? undefined : 'numeric',
          })}
        </time>
      )}
    </span>
  );
}

/** Returns what the user should do next with the cash of an order; null if there is nothing to do. */
function nextStepOf({ state, carrierId, isPaid, open, isCarrierUnread }: CashListItem): NextStep | null {
  if (state === 'remitted') return isPaid ? null : 'markPaid';
  if (state === 'written_off') return null;
  if (isPaid && open.amount_minor > 0) return 'paidInStore';
  if (state === 'to_hand_over') return 'ship';
  if (carrierId === null) return isCarrierUnread ? null : 'chooseCarrier';
  if (state === 'with_carrier') return 'deliver';
  return state === 'short' ? 'collectRest' : 'collect';
}
