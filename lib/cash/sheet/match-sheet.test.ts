import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchSheet, rowClasses, type SheetOrder } from '@/lib/cash/sheet/match-sheet';
import { isPosted } from '@/lib/cash/sheet/sheet-commands';
import { readRemittanceSheet, trackingKey } from '@/lib/cash/sheet/remittance-sheet';

const order = (id: string, change: Partial<SheetOrder> = {}): SheetOrder => ({
  id,
  number: id,
  trackingNumbers: [`T-${id}`],
  currency: 'SYP',
  decimals: 0,
  dueMinor: 1_000n,
  feeMinor: 0n,
  writtenOffMinor: 0n,
  receivedMinor: [],
  isRemitted: false,
  isExpected: true,
  carrierId: null,
  ...change,
});
const orders = [
  order('101'),
  order('102'),
  order('103', { currency: 'KWD', decimals: 3, dueMinor: 1_500n }),
  order('104', { dueMinor: 0n, isRemitted: true }),
  order('105', { number: '109' }),
  order('106', { number: '109', trackingNumbers: ['SH-7'] }),
  order('107', { trackingNumbers: ['SH-7'] }),
  order('108', { dueMinor: 0n }),
  order('110', { currency: 'LBP' }),
];
const ordersWithFee = [
  order('201', { feeMinor: 50n }),
  order('202', { currency: 'KWD', decimals: 3, dueMinor: 1_550n, feeMinor: 50n }),
  order('203', { dueMinor: 50n, feeMinor: 50n }),
];
const matchIn = (known: SheetOrder[], lines: string[], carrierId: string | null = null) =>
  matchSheet(
    readRemittanceSheet(['Tracking;Order;Amount', ...lines].join('\n'), { columns: null, mark: null }).rows,
    known,
    carrierId,
  );
const match = (...lines: string[]) => matchIn(orders, lines);
const classesOf = (...lines: string[]) =>
  match(...lines)
    .rows.slice(1)
    .map((row) => `${row.class} ${row.orderId ?? '-'}`);

describe('the rows of a remittance sheet', () => {
  it.each([
    ['the tracking number decides', 't 101;;1000', 'exact 101'],
    ['else the order number', 'T-9;#101;1000', 'exact 101'],
    ['less than owed', 'T-101;;999', 'short 101'],
    ['more than owed', 'T-101;;1001', 'over 101'],
    ['nothing was owed', 'T-108;;5', 'over 108'],
    ['paid before', 'T-104;;1000', 'remitted 104'],
    ['a number without an order', 'T-9;9;1000', 'unknown -'],
    ['a number of two orders', ';109;1000', 'unclear -'],
    ['a number of two orders, with the tracking number of one', 'T-105;109;1000', 'exact 105'],
    ['a parcel for two orders', 'SH-7;;1000', 'unclear -'],
    ['a parcel for two orders, with an order number', 'SH-7;107;1000', 'exact 107'],
    ['numbers of different orders', 'T-101;102;1000', 'unclear -'],
    ['another currency', 'T-101;;1000 USD', 'other_currency 101'],
    ['the currency of the order', 'T-101;;1000 ليرة', 'exact 101'],
    ['a negative amount', 'T-101;;-1000', 'negative 101'],
    ['a negative amount without an order', 'T-9;;-1000', 'negative -'],
    ['nothing paid', 'T-101;;0', 'zero 101'],
    ['more decimals than the currency has', 'T-101;;1000.5', 'unreadable 101'],
    ['no amount', 'T-101;;', 'unreadable 101'],
    ['three decimals, if this is what is owed', 'T-103;;1.500', 'exact 103'],
    ['two readings, none of which is owed', 'T-103;;1.600', 'unreadable 103'],
    ['more than an amount of money can be', 'T-103;;99999999999999', 'unreadable 103'],
  ])('%s', (_, line, wanted) => expect(classesOf(line)).toEqual([wanted]));

  it.each([
    ['the amount without the fee', 'T-201;;950', 'net 201 950 50'],
    ['the whole amount', 'T-201;;1000', 'exact 201 1000 0'],
    ['less than the amount without the fee', 'T-201;;949', 'short 201 949 0'],
    ['less than the whole amount', 'T-201;;951', 'short 201 951 0'],
    ['three decimals, if this is what is owed after the fee', 'T-202;;1.500', 'net 202 1500 50'],
    ['nothing paid, because the fee is all that is owed', 'T-203;;0', 'zero 203 0 0'],
  ])('of a carrier that keeps a fee: %s', (_, line, wanted) => {
    const { rows } = matchIn(ordersWithFee, [line]);
    expect(
      rows.slice(1).map((row) => `${row.class} ${row.orderId} ${row.amountMinor} ${row.feeMinor}`),
    ).toEqual([wanted]);
  });

  it.each([
    ['an order of the carrier of the sheet', { carrierId: 'a' }, 'T-1;;1000', 'exact 0'],
    ['an order without a known carrier', {}, 'T-1;;1000', 'exact 0'],
    ['an order of another carrier', { carrierId: 'b' }, 'T-1;;1000', 'other_carrier 0'],
    [
      'an order of another carrier, after the fee',
      { carrierId: 'b', feeMinor: 50n },
      'T-1;;950',
      'other_carrier 50',
    ],
    ['the rest of an order with earlier cash', { isRemitted: true }, 'T-1;;1000', 'again 0'],
    ['an order without cash to expect', { isExpected: false, carrierId: 'b' }, 'T-1;;1000', 'not_expected 0'],
    ['less than owed by another carrier', { carrierId: 'b' }, 'T-1;;999', 'short 0'],
  ] satisfies [string, Partial<SheetOrder>, string, string][])(
    'are posted without a question only if nothing is in doubt: %s',
    (_, change, line, wanted) => {
      const { rows } = matchIn([order('1', change)], [line], 'a');
      const [row] = rows.slice(1);
      expect(`${row?.class} ${row?.feeMinor}`).toBe(wanted);
      expect(row && isPosted(row, new Set())).toBe(row?.class === 'exact');
      expect(row && isPosted(row, new Set([row.line]))).toBe(true);
    },
  );

  it.each([
    ['all of it', { dueMinor: 0n, writtenOffMinor: 1_000n }, 'T-1;;1000', 'written_off 1000 1000'],
    ['a part of it', { dueMinor: 0n, writtenOffMinor: 1_000n }, 'T-1;;400', 'written_off 400 1000'],
    ['the rest of a remittance', { dueMinor: 0n, writtenOffMinor: 300n }, 'T-1;;300', 'written_off 300 300'],
    ['more than was left', { dueMinor: 600n, writtenOffMinor: 400n }, 'T-1;;1000', 'written_off 1000 400'],
    ['what was left', { dueMinor: 600n, writtenOffMinor: 400n }, 'T-1;;600', 'again 600 400'],
    ['less than was left', { dueMinor: 600n, writtenOffMinor: 400n }, 'T-1;;500', 'short 500 400'],
    [
      'three decimals',
      { currency: 'KWD', decimals: 3, dueMinor: 0n, writtenOffMinor: 1_500n },
      'T-1;;1.500',
      'written_off 1500 1500',
    ],
  ] satisfies [string, Partial<SheetOrder>, string, string][])(
    'about an order that the store wrote off are posted only if the user accepts them: %s',
    (_, change, line, wanted) => {
      const [, row] = matchIn([order('1', { ...change, isRemitted: true })], [line]).rows;
      expect(`${row?.class} ${row?.amountMinor} ${row?.writtenOffMinor}`).toBe(wanted);
      expect(row && isPosted(row, new Set())).toBe(false);
      expect(row && isPosted(row, new Set([row.line]))).toBe(true);
    },
  );

  it('that an earlier posting of the sheet recorded are not compared again, also if their amount was not what is owed', () => {
    const half = order('1', { dueMinor: 400n, receivedMinor: [600n], isRemitted: true });
    const more = order('2', { dueMinor: -1n, receivedMinor: [1_001n], isRemitted: true });
    const dinars = { currency: 'KWD', decimals: 3, dueMinor: 0n, receivedMinor: [1_500n], isRemitted: true };
    const { rows } = matchIn(
      [half, more, order('3', dinars)],
      ['T-1;;600', 'T-9;1;400', 'T-2;;1001', 'T-3;;1.500', 'T-1;;600'],
    );
    expect(rows.slice(1).map((row) => `${row.class} ${row.togetherMinor}`)).toEqual([
      'remitted null',
      'again null',
      'remitted null',
      'remitted null',
      'duplicate null',
    ]);
  });

  it('of a sheet without a carrier are not compared with the carriers of the orders', () => {
    expect(matchIn([order('1', { carrierId: 'b' })], ['T-1;;1000']).rows[1]?.class).toBe('exact');
  });

  it('about one order twice: the second one is a duplicate, whatever its number and amount are', () => {
    const { rows } = match('T-101;;1000', ';101;1000', 'T-101;;900', 'T-104;;1', 'T-104;;1');
    expect(rows.slice(1).map((row) => [row.class, row.firstLine])).toEqual([
      ['exact', null],
      ['duplicate', 2],
      ['duplicate', 2],
      ['remitted', null],
      ['duplicate', 5],
    ]);
  });

  it.each([
    ['what is owed', ['T-101;;600', 'T-9;101;400'], ['exact 600 0 1000', 'exact 400 0 1000']],
    ['less than owed', ['T-101;;600', 'T-9;101;300'], ['short 600 0 900', 'short 300 0 900']],
    ['more than owed', ['T-101;;600', 'T-9;101;500'], ['over 600 0 1100', 'over 500 0 1100']],
    ['what is owed after the fee', ['T-201;;600', 'T-9;201;350'], ['net 600 50 950', 'net 350 0 950']],
    [
      'what was received before',
      ['T-104;;600', 'T-9;104;400'],
      ['remitted 600 0 1000', 'remitted 400 0 1000'],
    ],
    [
      'what is owed, and one parcel is there twice',
      ['T-101;;600', 'T-9;101;400', 't 101;;600'],
      ['exact 600 0 1000', 'exact 400 0 1000', 'duplicate 600 0 null'],
    ],
    [
      'what is owed, and the order is there without a tracking number',
      ['T-101;;600', 'T-9;101;400', ';101;400'],
      ['exact 600 0 1000', 'exact 400 0 1000', 'duplicate 400 0 null'],
    ],
    [
      'unknown, because the first row has no tracking number',
      [';101;600', 'T-101;;400'],
      ['short 600 0 null', 'duplicate 400 0 null'],
    ],
  ])('about two parcels of one order are compared by their sum: %s', (_, lines, wanted) => {
    const { rows } = matchIn([...orders, ...ordersWithFee], lines);
    expect(
      rows.slice(1).map((row) => `${row.class} ${row.amountMinor} ${row.feeMinor} ${row.togetherMinor}`),
    ).toEqual(wanted);
  });

  it('that cannot be posted do not make a later row a duplicate', () => {
    expect(classesOf('T-101;;-5', 'T-101;;5 USD', 'T-101;;', 'T-101;;0', 'T-101;;1000')).toEqual([
      'negative 101',
      'other_currency 101',
      'unreadable 101',
      'zero 101',
      'exact 101',
    ]);
  });

  it('name the orders that are not missing, also without a readable amount', () => {
    const { named } = match('T-101;;1000', 'T-102;;?', 'T-103;;=A1', ';109;1000');
    const missing = orders.filter(({ id, dueMinor }) => dueMinor > 0n && !named.has(id));
    expect(missing.map(({ id }) => id)).toEqual(['107', '110']);
  });

  it('are each in one class, and the sums of the classes are those of the rows, whatever the sheet is', () => {
    const cell = fc.constantFrom(
      ...[
        '',
        'T-101',
        'T-102',
        '110',
        'T-201',
        '950',
        '103',
        '104',
        '109',
        '٩٩',
        'SH-7',
        '1000',
        '1.500',
        '-5',
        '=A1',
        '(7)',
        '0',
        'x',
      ],
    );
    const line = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(';'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const { rows, classes } = matchIn([...orders, ...ordersWithFee], lines);
        expect(classes.reduce((count, one) => count + one.rows, 0)).toBe(rows.length);
        expect(new Set(classes.map((one) => one.class)).size).toBe(classes.length);
        for (const one of rowClasses) {
          const own = rows.filter((row) => row.class === one);
          const wanted = new Map<string, bigint>();
          for (const { currency, amountMinor } of own)
            if (currency !== null && amountMinor !== null)
              wanted.set(currency, (wanted.get(currency) ?? 0n) + amountMinor);
          const sums = classes.find((sum) => sum.class === one)?.sums ?? [];
          expect(new Map(sums.map((sum) => [sum.currency, sum.amountMinor]))).toEqual(wanted);
          expect(sums.length).toBe(wanted.size);
        }
        const posted = rows.filter((row) => ['exact', 'net', 'short', 'over'].includes(row.class));
        const parcels = posted.map((row) => `${row.orderId} ${trackingKey(row.tracking)}`);
        expect(new Set(parcels).size).toBe(parcels.length);
        for (const id of new Set(posted.map((row) => row.orderId))) {
          const own = posted.filter((row) => row.orderId === id);
          const [first] = own;
          const sum = own.reduce((all, { amountMinor }) => all + (amountMinor ?? 0n), 0n);
          const fee = own.reduce((all, { feeMinor }) => all + feeMinor, 0n);
          expect(new Set(own.map((row) => row.class)).size).toBe(1);
          expect(own.every((row) => own.length === 1 || row.tracking !== '')).toBe(true);
          expect(fee).toBe(first?.class === 'net' ? (first.dueMinor ?? 0n) - sum : 0n);
          expect(first?.class === 'exact' || first?.class === 'net').toBe(sum + fee === first?.dueMinor);
        }
      }),
    );
  });
});
