import { type SheetOrder, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { sumByCurrency } from '@/lib/deliveries/group-stops';
import { duesOf } from '@/lib/deliveries/order-end';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';

/** The sum to collect in one currency. `isAtMost`: a stop in it has an amount that only the store knows (warnsOfPart). */
export type SumToCollect = { money: Money; isAtMost: boolean };

type Stops = readonly (Pick<SheetOrder, 'due' | 'partCarriers' | 'ended'> & { result?: unknown })[];

/** Returns what the driver collects in all, one sum for each currency. Sums of 0 are left out. */
export function sumsToCollect(stops: Stops): SumToCollect[] {
  const uncertain = new Set(stops.filter(warnsOfPart).map(({ due }) => currencyKey(due)));
  return sumByCurrency(duesOf(stops)).map((money) => ({
    money,
    isAtMost: uncertain.has(currencyKey(money)),
  }));
}
