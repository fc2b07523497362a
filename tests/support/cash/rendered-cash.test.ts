import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BalanceList } from '@/components/cash/balance-list';
import { CashOrders } from '@/components/cash/cash-orders';
import { cashOrdersOptions } from '@/components/cash/cash-queries';
import { CloseForm } from '@/components/cash/day/close-form';
import { SheetColumnsForm } from '@/components/cash/sheet/sheet-columns-form';
import { nothingChosen } from '@/components/cash/sheet/sheet-input';
import type { RemittanceSheetWork } from '@/components/cash/sheet/use-remittance-sheet';
import { CashTotals } from '@/components/cash/cash-totals';
import { CashCard } from '@/components/home/cash-card';
import { RoleContext } from '@/components/ui/role-context';
import { ageFromDays, type CashBalance, type CashListItem } from '@/lib/cash/cash-view';
import type { OpenDayFigures } from '@/lib/cash/day/day-view';
import type { SheetPreview } from '@/lib/cash/sheet/sheet-commands';
import { sumBalances } from '@/lib/cash/sum-balances';
import type { Role } from '@/lib/shared/roles/roles';
import en from '@/messages/en.json';

type Provider = ComponentProps<typeof NextIntlClientProvider>;

const installId = 'inst_1';
const carrierId = '8f14e45f-ceea-4e7a-9b3c-0d2f6a1b5c7d';
const money = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });

const render = (children: ReactNode) => {
  const english: Provider = { locale: 'en', messages: en, timeZone: 'UTC', children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, english));
};

/** Returns the texts of the buttons and links in the markup, in their sequence. */
const controlsOf = (markup: string) =>
  [...markup.matchAll(/<(?:a|button)\b[^>]*>(.*?)<\/(?:a|button)>/g)].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, ''),
  );

describe('the cash of one carrier', () => {
  const balance = (id: string | null): CashBalance => ({
    carrierId: id,
    carrierName: id && 'Aramex',
    orders: 1,
    sum: money(100),
    ages: ageFromDays.map(() => ({ orders: 0, sum: money(0) })),
    oldest: null,
  });
  const blockOf = (id: string | null, mayRecord: boolean, unreadCarriers = 0) =>
    blockWith([balance(id), balance(id)], mayRecord, unreadCarriers);
  const blockWith = (balances: CashBalance[], mayRecord = true, unreadCarriers = 0) =>
    render(
      createElement(BalanceList, {
        installId,
        storeName: 'Store',
        balances,
        carriers: [],
        unreadCarriers,
        onRecord: mayRecord ? () => undefined : null,
        onEdit: null,
      }),
    );

  it('can be recorded as a remittance', () => {
    const { record, show } = en.cash.balances;
    expect(controlsOf(blockOf(carrierId, true))).toEqual([record, record, show]);
  });

  it('has one button for each currency, which names the currency if there are several', () => {
    const inPounds = { ...balance(carrierId), sum: { amount_minor: 100, currency: 'SYP', decimals: 0 } };
    const buttonsOf = (...balances: CashBalance[]) =>
      [...blockWith(balances).matchAll(/<button[^>]*aria-label="([^"]*)"[^>]*>(.*?)<\/button>/g)].map(
        ([, name, text = '']) => [name, text.replaceAll(/<[^>]*>/g, '')],
      );
    expect(buttonsOf(inPounds, balance(carrierId))).toEqual([
      ['Record cash: Syrian Pound, Aramex', 'Record cash: Syrian Pound'],
      ['Record cash: US Dollar, Aramex', 'Record cash: US Dollar'],
    ]);
    expect(buttonsOf(inPounds)).toEqual([['Record cash: Syrian Pound, Aramex', en.cash.balances.record]]);
  });

  it('cannot be recorded if the carrier is not known: the user first chooses who has the cash', () => {
    const block = blockOf(null, true);
    expect(controlsOf(block)).toEqual([en.cash.balances.choose]);
    expect(block).toContain(`href="/i/${installId}/cash?carrier=none#cash-orders"`);
  });

  it('is not assigned by hand while the app has not read the carrier of any of its orders', () => {
    const block = blockOf(null, true, 2);
    expect(controlsOf(block)).toEqual([en.cash.balances.show]);
    expect(block).toMatch(/<h3[^>]*><bdi>Carrier not known yet<\/bdi>/);
    // The heading is the only text that says so. The names of the links, which are attributes, also contain it.
    expect(block.replaceAll(/<[^>]*>/g, '').split('Carrier not known yet')).toHaveLength(2);
    expect(block).toContain(`>${en.cash.balances.unreadHint}</p>`);
    expect(block).not.toContain(en.cash.balances.noCarrierHint);
  });

  it('is assigned by hand for the orders whose carrier the app has read', () => {
    const block = blockOf(null, true, 1);
    expect(controlsOf(block)).toEqual([en.cash.balances.choose]);
    expect(block).toContain(`Carrier not known yet: 1. ${en.cash.balances.unreadHint}`);
    expect(block).toContain(en.cash.balances.noCarrierHint);
    expect(blockOf(carrierId, true, 1)).not.toContain('data-unread-carriers');
  });

  it('leads a user who may not record cash to the orders', () => {
    expect(controlsOf(blockOf(null, false))).toEqual([en.cash.balances.show]);
  });
});

const item: CashListItem = {
  orderId: 'ord_1',
  number: '1001',
  carrierId: null,
  carrierName: null,
  state: 'delivered',
  since: '2026-11-20T10:00:00Z',
  days: 9,
  tracking: [],
  due: money(100),
  open: money(100),
  isPaid: false,
  isPartShipped: false,
  customerName: null,
};

/** Returns the list of orders of the cash screen. */
function listOf(changes: Partial<CashListItem>[], mayRecord = true): string {
  const client = new QueryClient();
  const page = { orders: changes.map((change) => ({ ...item, ...change })), next: null };
  client.setQueryData(cashOrdersOptions(installId, {}).queryKey, { pages: [page], pageParams: [null] });
  const act = mayRecord ? () => undefined : null;
  const list = createElement(CashOrders, {
    installId,
    filters: {},
    carriers: [],
    change: () => undefined,
    onRecord: act,
    onAssign: act,
  });
  return render(createElement(QueryClientProvider, { client }, list));
}

/** Returns the row of an order in the list of the cash screen. */
const rowOf = (change: Partial<CashListItem>, mayRecord = true): string =>
  /<tr[^>]*data-cash-order.*<\/tr>/.exec(listOf([change], mayRecord))?.[0] ?? '';

describe('an order with cash', () => {
  it('without a carrier first offers to choose who has the cash, and does not name this step twice', () => {
    const row = rowOf({});
    expect(controlsOf(row)).toEqual([en.cash.assign.who, 'Order 1001', en.cash.list.record]);
    expect(row).not.toContain('data-next');
  });

  it('without a carrier names the next step if the user may not choose', () => {
    const row = rowOf({}, false);
    expect(controlsOf(row)).toEqual(['Order 1001']);
    expect(row).toContain('data-next="chooseCarrier"');
  });

  it('names no next step while the app has not read its carrier, but can be assigned by hand', () => {
    const row = rowOf({ isCarrierUnread: true });
    expect(controlsOf(row)).toEqual([en.cash.assign.change, 'Order 1001', en.cash.list.record]);
    expect(row).toContain(en.cash.balances.unreadName);
    expect(row).not.toContain('data-next');
  });

  it('with a carrier offers to change the carrier, and names the next step', () => {
    const row = rowOf({ carrierId, carrierName: 'Aramex' });
    expect(controlsOf(row)).toEqual([en.cash.assign.change, 'Order 1001', en.cash.list.record]);
    expect(row).toContain('data-next="collect"');
  });
});

describe('the age of an order with cash', () => {
  /** Returns the texts in the cell with the date, separated by "|". */
  const cellOf = (change: Partial<CashListItem>) =>
    /<td[^>]*>((?:(?!<td).)*<time.*?)<\/td>/.exec(rowOf(change))?.[1]?.replaceAll(/(?:<[^>]*>)+/g, '|');

  it('is the days since the delivery and its date, with a badge if the cash is late', () => {
    expect(cellOf({ days: 135, since: '2026-07-18T10:00:00Z' })).toBe('|135 days ago| · |Jul 18|Late|');
    expect(cellOf({ days: 8, since: '2026-11-22T10:00:00Z' })).toBe('|8 days ago| · |Nov 22|Late|');
  });

  it('has no badge before the eighth day, and none while the goods are with the carrier', () => {
    expect(cellOf({ days: 7, since: '2026-11-23T10:00:00Z' })).toBe('|7 days ago| · |Nov 23|');
    expect(cellOf({ days: 1, since: '2026-11-29T10:00:00Z' })).toBe('|1 day ago| · |Nov 29|');
    const withCarrier = { state: 'with_carrier', days: 9, since: '2026-11-21T10:00:00Z' } as const;
    expect(cellOf(withCarrier)).toBe('|9 days ago| · |Nov 21|');
  });

  it('shows the year of a date that is a year or more ago', () => {
    expect(cellOf({ days: 400, since: '2025-10-26T10:00:00Z' })).toContain('|400 days ago| · |Oct 26, 2025|');
  });
});

it('the list of cash orders does not repeat the hint about carriers that are not known yet', () => {
  const unread = { isCarrierUnread: true };
  const list = listOf([unread, { ...unread, orderId: 'ord_2' }]);
  expect(list.split(`<bdi>${en.cash.balances.unreadName}</bdi>`)).toHaveLength(3);
  expect(list).not.toContain('from your store');
  expect(list).not.toContain('2 orders');
});

it('the list of cash orders names the next step as a text that starts with "Next", not as an action', () => {
  for (const words of Object.values(en.cash.list.next)) expect(words).toMatch(/^Next: /);
  expect(rowOf({ carrierId, carrierName: 'Aramex' })).toContain(en.cash.list.next.collect);
});

describe('the form that closes a day', () => {
  const none = (currency: string): OpenDayFigures => {
    const zero = { amount_minor: 0, currency, decimals: 2 };
    const no = { orders: 0, sum: zero };
    return {
      currency,
      decimals: 2,
      created: no,
      shipped: no,
      remitted: zero,
      fee: zero,
      writtenOff: zero,
      owed: { ...no, orders: 1 },
      opening: { money: zero, day: '2026-11-28' },
    };
  };
  const formOf = (figures: OpenDayFigures[]) =>
    render(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(CloseForm, {
          installId,
          day: '2026-11-29',
          figures,
          replaces: null,
          drafts: {},
          onDrafts: () => undefined,
          onSend: () => undefined,
          close: () => Promise.resolve({ code: 'closed' as const, status: 200 as const }),
          onDone: () => undefined,
          onCancel: null,
        }),
      ),
    );
  const foldedOf = (form: string) =>
    [...form.matchAll(/<details [^>]*data-no-movement="(\w+)"/g)].map(([, currency]) => currency);

  it('folds the currencies without movement, and never the own currency of the store', () => {
    const moved = { ...none('EUR'), created: { ...none('EUR').created, orders: 1 } };
    const form = formOf([none('SYP'), moved, none('USD')]);
    expect(foldedOf(form)).toEqual(['USD']);
    expect(form).toContain('No movement in US Dollar');
    expect(form).toContain(en.cashDay.form.noMovementHint);
  });

  it('does not fold a currency whose cash was never counted', () => {
    expect(foldedOf(formOf([none('SYP'), { ...none('USD'), opening: null }]))).toEqual([]);
  });

  it('says how many orders were partly shipped on the day, and nothing if there are none', () => {
    expect(formOf([{ ...none('SYP'), partShipped: 2 }])).toContain('Not counted: 2 partly shipped orders');
    expect(formOf([none('SYP')])).not.toContain('data-part-shipped');
  });
});

it('the field for the carrier of a cash sheet says how the carrier was found, and asks for it if it was not found', () => {
  const hintOf = (found: string | null, chosen: string | null = null) => {
    const preview: SheetPreview = {
      code: 'preview',
      seen: '',
      sheet: {
        columns: { tracking: null, order: 0, amount: 1, currency: null },
        columnNames: ['Order', 'Amount'],
        hasHeader: true,
        mark: null,
      },
      classes: [],
      rows: [],
      missing: { count: 0, sums: [], orders: [] },
      carriers: [{ id: carrierId, name: 'Aramex' }],
      carrierId: chosen ?? found,
      day: '2026-11-30',
      postedBefore: null,
    };
    const work = { busy: null, choices: { ...nothingChosen, carrierId: chosen } } as RemittanceSheetWork;
    const form = render(createElement(SheetColumnsForm, { preview, work }));
    return /id="[^"]*hint"[^>]*>([^<]*)</.exec(form)?.[1];
  };
  expect(hintOf(carrierId)).toContain('We took the carrier of most lines.');
  expect(hintOf(null)).toBe('The lines don&#x27;t show the carrier. Choose it to find missing orders.');
  expect(hintOf(null, carrierId)).toBe(en.cashSheet.carrierChosenHint);
});

describe('the cash card of the home screen', () => {
  const unpaid = { orders: 2, sums: [money(300)] };
  const work = { oldestAt: '2026-11-01T00:00:00Z', path: '/orders' as const };
  type Orders = ComponentProps<typeof CashCard>['orders'];
  const cardOf = (cash: Partial<Orders['cash']>, role: Role = 'viewer', rest: Partial<Orders> = {}) =>
    render(
      createElement(
        RoleContext,
        { value: role },
        createElement(CashCard, {
          installId,
          orders: {
            today: { day: '', weekAgo: '', currencies: [] },
            counts: { to_review: 0, to_ship: 0, cash_to_collect: 2, problems: 0, knownCash: 0 },
            oldest: { to_review: work, to_ship: work, cash_to_collect: work, problems: work },
            cash: { ...unpaid, isMore: false, ages: [], carriers: [], ...cash },
            ...rest,
          },
        }),
      ),
    );

  it('counts the orders whose carrier is not read yet apart', () => {
    const card = cardOf({ unreadCarriers: unpaid });
    expect(card).toContain('Carrier not known yet: 2');
    expect(card).toContain(en.home.cash.unreadHint);
    expect(card).not.toContain(en.home.cash.noCarrier);
    expect(cardOf({})).not.toContain('Carrier not known yet');
  });

  const balance: CashBalance = {
    carrierId,
    carrierName: 'Aramex',
    orders: 1,
    sum: money(100),
    ages: ageFromDays.map((from) => ({ orders: from === 8 ? 1 : 0, sum: money(from === 8 ? 100 : 0) })),
    oldest: { at: '2026-11-20T10:00:00Z', days: 9 },
  };
  const listOf = (markup: string) => /<ul.*?<\/ul>/.exec(markup)?.[0];

  it('has the name, the amounts and the ages of the cash screen', () => {
    const card = cardOf({}, 'manager', { notebook: sumBalances([balance]) });
    const cash = render(createElement(CashTotals, { balances: [balance] }));
    expect(listOf(card)).toContain('data-total="USD"');
    expect(listOf(card)).toBe(listOf(cash));
    for (const markup of [card, cash]) expect(markup).toContain(en.cash.totals.title);
    expect(card).not.toContain(en.home.cash.title);
    expect(card).toContain(`href="/i/${installId}/cash"`);
  });

  it('does not repeat the amount if all of it is late', () => {
    const recent = { ...balance, carrierId: null, ages: balance.ages.toReversed(), oldest: null };
    const totalsOf = (...balances: CashBalance[]) => render(createElement(CashTotals, { balances }));
    const lateIn = (markup: string) =>
      /<p [^>]*data-late[^>]*>(.*?)<\/p>/.exec(markup)?.[1]?.replaceAll(/<[^>]*>/g, '');
    expect(lateIn(totalsOf(balance))).toBe(en.cash.totals.allLate);
    expect(lateIn(totalsOf(balance, balance))).toBe(en.cash.totals.allLate);
    expect(lateIn(totalsOf(balance, recent))).toMatch(/^Late: .+, 1 order$/);
  });

  it('says that nobody owes cash if the cash notebook is empty', () => {
    const card = cardOf({}, 'owner', { notebook: [] });
    expect(card).toContain(en.cash.totals.none);
    expect(card).not.toContain(en.home.cash.title);
  });

  it('shows the unpaid orders to a role that may not see cash, and if a server of an earlier release answers', () => {
    const notebook = sumBalances([balance]);
    for (const card of [cardOf({}, 'packer', { notebook }), cardOf({}, 'owner')]) {
      expect(card).toContain(en.home.cash.title);
      expect(card).not.toContain('data-total');
    }
  });
});
