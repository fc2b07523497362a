import type { RowClass } from '@/lib/cash/sheet/match-sheet';

/** An order that a carrier delivered, as a test stores it. `dueMinor` is in minor units of the order's currency. */
export type DeliveredOrder = {
  id: string;
  number: string;
  trackingNumber: string;
  currency: string;
  decimals: number;
  dueMinor: bigint;
};

/**
 * The text of a carrier's remittance sheet (its list of collected cash), and the orders of the sheet. `wanted` has the
 * expected class of each line. Lines are numbered from 1.
 */
export type BadRemittance = {
  text: string;
  orders: DeliveredOrder[];
  missing: DeliveredOrder[];
  wanted: Map<number, RowClass>;
};

/**
 * Returns a function that returns random integers from 0 to `below` - 1. The same seed gives the same sequence
 * (mulberry32).
 */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * For each class of lines, its number of lines in a remittance sheet of 5,000 lines. All other lines of the sheet have
 * the class `exact`.
 */
export const badLines: Partial<Record<RowClass, number>> = {
  unknown: 40,
  other_currency: 7,
  duplicate: 3,
  negative: 1,
  short: 12,
  over: 9,
  zero: 2,
  unreadable: 6,
  no_number: 5,
  formula: 4,
  total: 1,
};

/**
 * Makes a carrier's remittance sheet with `lines` amounts. `counts` has the number of lines of each class; all other
 * lines are `exact`. The text is like a file that a carrier's spreadsheet program saves. It has a byte order mark, a
 * title, a header, merged cells, formulas and direction marks. Some cells have currencies, and every third line has
 * Arabic-Indic digits.
 */
export function makeBadRemittance(seed: number, lines = 5_000, counts = badLines): BadRemittance {
  const random = seeded(seed);
  const classes = Object.entries(counts).flatMap(([one, count]) =>
    Array.from({ length: count }, () => one as RowClass),
  );
  const orders: DeliveredOrder[] = [];
  const newOrder = (): DeliveredOrder => {
    const at = orders.length + 1;
    const [currency, decimals] = at % 50 === 0 ? (['USD', 2] as const) : (['SYP', 0] as const);
    const order = {
      id: `ord_${String(at).padStart(6, '0')}`,
      number: String(100_000 + at),
      trackingNumber: `QD-${String(7_000_000 + at)}`,
      currency,
      decimals,
      dueMinor: BigInt(1_000 + random(900_000)) * (decimals === 0 ? 100n : 1n),
    };
    orders.push(order);
    return order;
  };
  const body = Array.from({ length: lines }, (): RowClass => 'exact');
  // A line of the class `duplicate` repeats an earlier line, so it cannot be the first. The first tenth of the lines is
  // therefore `exact`.
  const places = new Set<number>();
  while (places.size < classes.length)
    places.add(Math.ceil(lines / 10) + random(lines - Math.ceil(lines / 10)));
  [...places].forEach((place, index) => (body[place] = classes[index] ?? 'exact'));
  const earlier: DeliveredOrder[] = [];
  const wanted = new Map<number, RowClass>([
    [1, 'heading'],
    [3, 'heading'],
  ]);
  const written = body.map((one, index) => {
    wanted.set(index + 4, one);
    const order = one === 'duplicate' ? earlier[random(earlier.length)] : newOrder();
    if (order === undefined) throw new Error('A duplicate needs an earlier line.');
    if (one === 'exact') earlier.push(order);
    return lineOf(order, { one, index, random });
  });
  const missing = [newOrder(), newOrder()];
  // A line of these three classes names no order that the app could find. The test therefore does not store the order
  // that was made for such a line.
  const silent = new Set<RowClass>(['unknown', 'no_number', 'total']);
  const known = orders.filter((order) => {
    const at = written.findIndex(({ order: own }) => own === order);
    return at < 0 || !silent.has(body[at] ?? 'exact');
  });
  const header = 'رقم البوليصة;رقم الطلب;اسم الزبون;المبلغ المحصل;تاريخ التسليم';
  const text = `\ufeff\u200fكشف تحصيل شركة القدموس;;;;\r\n\r\n${header}\r\n${written.map(({ line }) => line).join('\r\n')}\r\n`;
  return { text, orders: known, missing, wanted };
}

type LineFacts = { one: RowClass; index: number; random: (below: number) => number };

function lineOf(
  order: DeliveredOrder,
  { one, index, random }: LineFacts,
): { order: DeliveredOrder; line: string } {
  const digits = (text: string) =>
    index % 3 === 1
      ? text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
      : index % 7 === 2
        ? text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))
        : text;
  const change = BigInt(1 + random(900));
  const minor =
    { short: order.dueMinor - change, over: order.dueMinor + change, zero: 0n }[one as string] ??
    order.dueMinor;
  const amount = digits(written(minor, order, index));
  const cell =
    {
      negative: `(${amount})`,
      formula: '=SUM(D4:D9)',
      unreadable: ['لم يُسلَّم', '', '#REF!'][random(3)] ?? '',
      other_currency: `${digits('25,50')} ${order.currency === 'USD' ? '€' : '$'}`,
    }[one as string] ?? amount;
  const tracking = {
    unknown: `QD-${String(1_000_000 + index)}`,
    no_number: '',
    total: 'المجموع',
  }[one as string];
  // Every tenth line names its order by the order number and has no tracking number.
  const hasTracking = index % 10 !== 4;
  const first = tracking ?? (hasTracking ? digits(order.trackingNumber) : '');
  const number = tracking !== undefined || (hasTracking && index % 2 === 0) ? '' : `#${digits(order.number)}`;
  return { order, line: [first, number, '"ريما; حلب"', cell, '2026-11-20'].join(';') };
}

/** Formats an amount with grouped digits and a decimal comma. Every fifth amount also has its currency. */
function written(minor: bigint, { currency, decimals }: DeliveredOrder, index: number): string {
  const digits = minor.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '.');
  const amount = decimals > 0 ? `${whole},${digits.slice(-decimals)}` : whole;
  return index % 5 === 0 ? `${amount} ${currency === 'SYP' ? 'ل.س' : currency}` : amount;
}
