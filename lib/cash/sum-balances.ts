import {
  ageFromDays,
  type CashBalance,
  lateFromDays,
  type OldestCash,
  type Owed,
} from '@/lib/cash/cash-view';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';

/**
 * What all carriers owe in one currency. `owing` is the number of orders for which a carrier still owes cash, without the
 * overpaid orders. `late` is what orders that are at least `lateFromDays` old still owe. Overpaid
 * orders do not lower `late`, so it can be more than `sum`.
 */
export type CashTotal = Owed & { owing: number; late: Owed; oldest: OldestCash | null };

/**
 * What one carrier owes: one balance for each currency. `carrierId` is null for orders without a known carrier. `oldest`
 * is the oldest order of all currencies.
 */
export type CarrierBalances = Pick<CashBalance, 'carrierId' | 'carrierName'> & {
  balances: CashBalance[];
  oldest: OldestCash | null;
  isLate: boolean;
};

/** Returns what the late orders of a balance still owe. */
export function lateOf({ ages, sum }: Pick<CashBalance, 'ages' | 'sum'>): Owed {
  const late = ages.filter((_, index) => (ageFromDays[index] ?? 0) >= lateFromDays);
  return {
    orders: late.reduce((count, { orders }) => count + orders, 0),
    sum: { ...sum, amount_minor: sumOfAges(late) },
  };
}

/**
 * Returns what the carrier of a balance handed over too much for single orders, as an amount that is not negative. The
 * ages leave out overpaid orders, and the sum of the balance has them.
 */
export function overpaidOf({ ages, sum }: Pick<CashBalance, 'ages' | 'sum'>): Money {
  return { ...sum, amount_minor: sumOfAges(ages) - sum.amount_minor };
}

/** Returns the number of orders of a balance that still owe cash, without the overpaid orders. */
export const owingOf = ({ ages }: Pick<CashBalance, 'ages'>): number =>
  ages.reduce((count, { orders }) => count + orders, 0);

/** Returns the totals of all carriers, one for each currency. Amounts of different currencies are never added. */
export function sumBalances(balances: readonly CashBalance[]): CashTotal[] {
  const totals = new Map<string, CashTotal>();
  for (const { sum, orders, ages, oldest } of balances) {
    const key = currencyKey(sum);
    const late = lateOf({ ages, sum });
    const owing = owingOf({ ages });
    const before = totals.get(key);
    totals.set(
      key,
      before
        ? {
            ...add(before, { orders, sum }),
            owing: before.owing + owing,
            late: add(before.late, late),
            oldest: olderOf(before.oldest, oldest),
          }
        : { orders, sum, owing, late, oldest },
    );
  }
  return [...totals.values()];
}

/**
 * Returns the balances by carrier. The carrier with the oldest order is first, because the user should call it first.
 * The orders without a carrier are last, because there is nobody to call.
 */
export function groupBalances(balances: readonly CashBalance[]): CarrierBalances[] {
  const groups = new Map<string | null, CarrierBalances>();
  for (const balance of balances) {
    const { carrierId, carrierName } = balance;
    const before = groups.get(carrierId);
    groups.set(carrierId, {
      carrierId,
      carrierName,
      balances: [...(before?.balances ?? []), balance],
      oldest: olderOf(before?.oldest ?? null, balance.oldest),
      isLate: before?.isLate === true || (balance.oldest?.days ?? 0) >= lateFromDays,
    });
  }
  return [...groups.values()].sort(
    (one, other) =>
      Number(one.carrierId === null) - Number(other.carrierId === null) ||
      timeOf(one.oldest) - timeOf(other.oldest),
  );
}

/** Returns the name of the carrier to call first: the one with the oldest late order. Null if no carrier is late. */
export function carrierToCall(balances: readonly CashBalance[]): string | null {
  const [first] = groupBalances(balances);
  return first?.isLate ? first.carrierName : null;
}

const sumOfAges = (ages: readonly Owed[]) => ages.reduce((minor, age) => minor + age.sum.amount_minor, 0);

function add(one: Owed, other: Owed): Owed {
  return {
    orders: one.orders + other.orders,
    sum: { ...one.sum, amount_minor: one.sum.amount_minor + other.sum.amount_minor },
  };
}

const timeOf = (oldest: OldestCash | null) =>
  oldest === null ? Number.MAX_SAFE_INTEGER : Date.parse(oldest.at);

const olderOf = (one: OldestCash | null, other: OldestCash | null) =>
  timeOf(one) <= timeOf(other) ? one : other;
