import type { DiscountRecord, StoreRecord } from './records';
import type { Random } from './random';
import { currencyDecimals } from './seed-stores';
import type { World } from './world';

type Given = Pick<DiscountRecord, 'method' | 'code' | 'value_type' | 'target' | 'percent'> & {
  title: { ar: string; en: string };
  /**
   * Amount of a fixed discount, in units of 100 minor units of the currency. If the currency has no decimals, one unit
   * is 10,000.
   */
  amount?: number;
  startedDaysAgo: number;
  endsInDays: number | null;
  used: number;
  limit: number | null;
  pos: boolean;
};

const given: Given[] = [
  {
    method: 'code',
    code: 'WELCOME10',
    title: { ar: 'خصم الطلب الأول', en: 'First order' },
    value_type: 'percent',
    target: 'order',
    percent: 10,
    startedDaysAgo: 170,
    endsInDays: null,
    used: 214,
    limit: null,
    pos: false,
  },
  {
    method: 'automatic',
    code: null,
    title: { ar: 'تخفيضات نهاية الصيف', en: 'End of summer' },
    value_type: 'percent',
    target: 'order',
    percent: 15,
    startedDaysAgo: 40,
    endsInDays: -10,
    used: 96,
    limit: null,
    pos: true,
  },
  {
    method: 'code',
    code: 'DELIVERY',
    title: { ar: 'توصيل مجاني', en: 'Free delivery' },
    value_type: 'percent',
    target: 'shipping',
    percent: 100,
    startedDaysAgo: 20,
    endsInDays: 20,
    used: 31,
    limit: 100,
    pos: false,
  },
  {
    method: 'code',
    code: 'THANKS',
    title: { ar: 'شكراً لزبائننا', en: 'Thank you' },
    value_type: 'fixed_amount',
    target: 'order',
    percent: null,
    amount: 5,
    startedDaysAgo: 5,
    endsInDays: 60,
    used: 2,
    limit: 50,
    pos: true,
  },
];

/** Generates the discounts of a store: active and ended ones, with and without a code. */
export function seedDiscounts(world: World, store: StoreRecord, random: Random, endMs: number): void {
  const day = (days: number) => new Date(endMs + days * 86_400_000).toISOString();
  for (const { title, amount, startedDaysAgo, endsInDays, used, limit, pos, ...fields } of given)
    world.discounts.put({
      ...fields,
      id: world.newId('disc'),
      store_id: store.id,
      title: title[store.locale],
      amount_minor:
        amount === undefined ? null : amount * (currencyDecimals[store.currency] === 0 ? 10_000 : 100),
      is_active: endsInDays === null || endsInDays > 0,
      usage_limit_total: limit,
      used_count: random.int(used, used + 9),
      applies_to_pos: pos,
      applies_to_online: true,
      starts_at: day(-startedDaysAgo),
      ends_at: endsInDays === null ? null : day(endsInDays),
      created_at: day(-startedDaysAgo),
      updated_at: day(-startedDaysAgo),
    });
}
