import type { StopContent } from '@/lib/deliveries/delivery-view';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';

/**
 * Stops of one province and city. `province` is written as in the orders. Province and city are empty if they are
 * unknown.
 */
export type StopGroup<Stop> = {
  province: string;
  provinceName: StopContent['provinceName'];
  city: string;
  stops: Stop[];
};

type Placed = { content: StopContent | null };

/**
 * Groups stops by province and city, and sorts the groups by province and then by city. The stops of a group keep their
 * sequence. Groups without a province or city come last.
 */
export function groupStops<Stop extends Placed>(stops: readonly Stop[]): StopGroup<Stop>[] {
  const groups = new Map<string, StopGroup<Stop>>();
  for (const stop of stops) {
    const { province = '', provinceName = null, city = '' } = stop.content ?? {};
    const key = JSON.stringify([province, city]);
    const group = groups.get(key) ?? { province, provinceName, city, stops: [] };
    group.stops.push(stop);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => compare(a.province, b.province) || compare(a.city, b.city));
}

function compare(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  return a.localeCompare(b, 'ar');
}

/**
 * Adds up amounts, one sum for each currency and number of decimals, because the platform may change the decimals of a
 * currency. Sums of 0 are left out.
 */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, { money: Money; minor: bigint }>();
  for (const money of amounts) {
    const key = currencyKey(money);
    const minor = (sums.get(key)?.minor ?? 0n) + BigInt(money.amount_minor);
    sums.set(key, { money, minor });
  }
  return [...sums.values()].flatMap(({ money, minor }) =>
    minor === 0n ? [] : [{ ...money, amount_minor: Number(minor) }],
  );
}
