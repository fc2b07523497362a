import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BalanceList } from '@/components/cash/balance-list';
import { PostingList } from '@/components/cash/book/posting-list';
import { UnrecordedList } from '@/components/cash/book/unrecorded-list';
import { CashScreen } from '@/components/cash/cash-screen';
import { CashOrders } from '@/components/cash/cash-orders';
import { cashBookOptions, cashOrdersOptions } from '@/components/cash/cash-queries';
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
import { carrierToCall, sumBalances } from '@/lib/cash/sum-balances';
import type { Role } from '@/lib/shared/roles/roles';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';
import { emptyPreview } from '@/tests/support/cash/empty-preview';

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

describe('the orders that are paid in the store and have no recorded cash', () => {
  const listOf = (id: string | null, mayRecord: boolean) =>
    render(
      createElement(UnrecordedList, {
        installId,
        unrecorded: [{ carrierId: id, carrierName: id && 'Aramex', orders: 2, sum: money(300) }],
        onRecord: mayRecord ? () => undefined : null,
      }),
    );

  it('have a sum for each carrier, with a link to the orders and a button that records their cash', () => {
    const { record, show, noCarrier } = en.cash.balances;
    const list = listOf(carrierId, true);
    expect(controlsOf(list)).toEqual([show, record]);
    expect(list).toContain('>2 orders</p>');
    expect(list).toContain(
      `href="/i/${installId}/cash?state=paid&amp;carrier=${carrierId}&amp;currency=USD#cash-orders"`,
    );
    expect(controlsOf(listOf(carrierId, false))).toEqual([show]);
    expect(controlsOf(listOf(null, true))).toEqual([show]);
    expect(listOf(null, true)).toContain(noCarrier);
  });
});

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
        isOnly: false,
        onRecord: mayRecord ? () => undefined : null,
        onEdit: null,
        onAssign: mayRecord ? () => undefined : null,
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
    // Only the first button is a main button, so that nobody records the wrong currency by mistake.
    const looks = [...blockWith([inPounds, balance(carrierId)]).matchAll(/<button[^>]*class="([^"]*)"/g)];
    expect(looks.map(([, look]) => look?.includes('bg-brand'))).toEqual([true, false]);
  });

  it('cannot be recorded if the carrier is not known: the user first chooses who has the cash', () => {
    const block = blockOf(null, true);
    expect(controlsOf(block)).toEqual(['Set carrier for 2 orders', en.cash.balances.show]);
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
    expect(controlsOf(block)).toEqual(['Set carrier for 1 order', en.cash.balances.show]);
    expect(block).toContain(`Carrier not known yet: 1. ${en.cash.balances.unreadHint}`);
    expect(block).toContain(en.cash.balances.noCarrierHint);
    expect(blockOf(carrierId, true, 1)).not.toContain('data-unread-carriers');
  });

  it('is assigned by hand for orders that the app has not read if all of them are late', () => {
    const aged = (...orders: number[]) => ({
      ...balance(null),
      orders: orders.reduce((sum, count) => sum + count, 0),
      ages: orders.map((count) => ({ orders: count, sum: money(count * 100) })),
    });
    const late = blockWith([aged(0, 0, 1, 2)], true, 3);
    expect(controlsOf(late)).toEqual(['Set carrier for 3 orders', en.cash.balances.show]);
    expect(late).toContain(`>${en.cash.balances.unreadLate}</p>`);
    expect(late).not.toContain(en.cash.balances.unreadHint);
    const mixed = blockWith([aged(0, 1, 1, 1)], true, 3);
    expect(controlsOf(mixed)).toEqual([en.cash.balances.show]);
    expect(mixed).toContain(`>${en.cash.balances.unreadHint}</p>`);
    expect(controlsOf(blockWith([aged(0, 0, 1, 2)], false, 3))).toEqual([en.cash.balances.show]);
  });

  it('shows only the ages that have orders, and none if all orders have one age', () => {
    const aged = (...orders: number[]) => ({
      ...balance(carrierId),
      ages: orders.map((count) => ({ orders: count, sum: money(count * 100) })),
    });
    const agesIn = (block: string) =>
      [...block.matchAll(/data-age="(\d+)"/g)].map(([, from]) => Number(from));
    expect(agesIn(blockWith([aged(1, 0, 0, 2)]))).toEqual([0, 15]);
    expect(agesIn(blockWith([aged(0, 0, 3, 0)]))).toEqual([]);
    expect(blockWith([aged(0, 0, 3, 0)])).not.toContain(en.cash.balances.ages);
  });

  it('says once that all of it is late, and marks the carrier to call first', () => {
    const late = (id: string | null): CashBalance => ({
      ...balance(id),
      ages: ageFromDays.map((from) => ({ orders: from === 8 ? 1 : 0, sum: money(from === 8 ? 100 : 0) })),
      oldest: { at: '2026-11-20T10:00:00Z', days: 9 },
    });
    const textOf = (block: string) => block.replaceAll(/<[^>]*>/g, '|');
    const nobody = textOf(blockWith([late(null)]));
    expect(nobody).toContain(` · ${en.cash.totals.allLate}|`);
    expect(nobody).not.toContain(`|${en.cash.balances.late}|`);
    expect(nobody).not.toContain('late: ');
    expect(textOf(blockWith([late(carrierId)]))).toContain(`|${en.cash.balances.lateFirst}|`);
    const mixed = {
      ...late(null),
      orders: 2,
      ages: late(null).ages.map((age, n) => (n === 0 ? { ...age, orders: 1 } : age)),
    };
    expect(textOf(blockWith([mixed]))).toContain(`|${en.cash.balances.late}|`);
    expect(textOf(blockWith([mixed]))).not.toContain(en.cash.totals.allLate);
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
function listOf(
  changes: Partial<CashListItem>[],
  mayRecord = true,
  filters: ComponentProps<typeof CashOrders>['filters'] = {},
): string {
  const client = new QueryClient();
  const page = { orders: changes.map((change) => ({ ...item, ...change })), next: null };
  client.setQueryData(cashOrdersOptions(installId, filters).queryKey, { pages: [page], pageParams: [null] });
  const act = mayRecord ? () => undefined : null;
  const list = createElement(CashOrders, {
    installId,
    filters,
    carriers: [],
    change: () => undefined,
    onRecord: act,
    onAssign: act,
  });
  return render(createElement(QueryClientProvider, { client }, list));
}

/** Returns the row of an order in the list of the cash screen. */
const rowOf = (
  change: Partial<CashListItem>,
  mayRecord = true,
  filters: ComponentProps<typeof CashOrders>['filters'] = {},
): string => /<tr[^>]*data-cash-order.*<\/tr>/.exec(listOf([change], mayRecord, filters))?.[0] ?? '';

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
    expect(controlsOf(row)).toEqual([en.cash.assign.set, 'Order 1001', en.cash.list.record]);
    expect(row).toContain(en.cash.balances.unreadName);
    expect(row).not.toContain('data-next');
  });

  it('with a carrier offers to change the carrier, and leaves the next step to the text above the list', () => {
    const known = { carrierId, carrierName: 'Aramex' };
    const row = rowOf(known);
    expect(controlsOf(row)).toEqual([en.cash.assign.change, 'Order 1001', en.cash.list.record]);
    expect(row).not.toContain('data-next');
    expect(listOf([known, { ...known, orderId: 'ord_2' }]).split(en.cash.list.next.collect)).toHaveLength(2);
    // A search finds orders of every state, so each row names its step and shows its state, also on a phone.
    const found = rowOf(known, true, { q: '1001' });
    expect(found).toContain('data-next="collect"');
    expect(found).not.toContain('max-sm:hidden');
    expect(row).toContain(`<span class="max-sm:hidden"><span`);
  });

  it('whose payment differs from the notebook names the next step in any tab', () => {
    expect(rowOf({ carrierId, carrierName: 'Aramex', isPaid: true })).toContain('data-next="paidInStore"');
  });

  it('is found by its number in a field above the tabs, and a number that is not found says what is searched', () => {
    const list = listOf([], true, { q: '1094' });
    expect(list).toContain(`placeholder="${en.cash.list.search.placeholder}"`);
    expect(list.indexOf('role="search"')).toBeLessThan(list.indexOf(en.cash.tabs.owed));
    expect(list).toContain('value="1094"');
    expect(list).toContain(en.cash.list.search.none);
    expect(list).not.toContain(en.cash.list.emptyHint.owed);
    // A search finds orders of every state, so no tab is the current one.
    expect(list).not.toContain('aria-current');
    expect(listOf([])).toContain('aria-current');
  });
});

describe('the age of an order with cash', () => {
  const textOf = (cell: string | undefined) => cell?.replaceAll(/(?:<[^>]*>)+/g, '|');
  /** Returns the texts in the cell with the date, separated by "|", and whether the row has the badge for late cash. */
  const cellOf = (change: Partial<CashListItem>) => {
    // The badge is only in a list that also has orders that are not late.
    const fresh = { orderId: 'ord_2', days: 0 };
    const row = listOf([change, fresh]).split('data-cash-order=')[1] ?? '';
    const age = textOf(/<td[^>]*>((?:(?!<td).)*<time.*?)<\/td>/.exec(row)?.[1]);
    return `${age}${/data-late/.test(row) ? en.cash.balances.late : ''}`;
  };

  it('is the days since the delivery and its date, with a badge if the cash is late', () => {
    expect(cellOf({ days: 135, since: '2026-07-18T10:00:00Z' })).toBe('|135 days ago| · |Jul 18|Late');
    expect(cellOf({ days: 8, since: '2026-11-22T10:00:00Z' })).toBe('|8 days ago| · |Nov 22|Late');
    // The badge is beside the sum, so that a card on a phone has three lines.
    const cells = listOf([{ days: 8 }, { orderId: 'ord_2', days: 0 }]).split('<td');
    expect(textOf(`<td${cells[2]}`)).toBe('|Late|Delivered|');
  });

  it('has no badge if all orders of the list are late, because the text at the sum says so', () => {
    expect(listOf([{ days: 8 }, { orderId: 'ord_2', days: 135 }])).not.toContain('data-late');
    // A search finds orders of every state, so its rows show what is late.
    expect(rowOf({ days: 8 }, true, { q: '1001' })).toContain('data-late');
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
  expect(listOf([{ carrierId, carrierName: 'Aramex' }])).toContain(en.cash.list.next.collect);
});

describe('the cash notebook', () => {
  const owed = (id: string): CashBalance => ({
    carrierId: id,
    carrierName: `Carrier ${id.slice(0, 1)}`,
    orders: 2,
    sum: money(18_200),
    ages: ageFromDays.map((from) => ({ orders: from === 0 ? 2 : 0, sum: money(from === 0 ? 18_200 : 0) })),
    oldest: { at: '2026-11-28T10:00:00Z', days: 2 },
  });
  const screenOf = (balances: CashBalance[], locale: 'en' | 'ar' = 'en') => {
    const client = new QueryClient();
    client.setQueryData(cashBookOptions(installId).queryKey, { carriers: [], balances, postings: [] });
    const page = { orders: [], next: null };
    client.setQueryData(cashOrdersOptions(installId, {}).queryKey, { pages: [page], pageParams: [null] });
    const unused = () => Promise.reject(new Error('unused'));
    const actions = {
      post: unused,
      undo: unused,
      saveCarrier: unused,
      assign: unused,
      assignMany: unused,
      unassign: unused,
    };
    const currency = { code: 'USD', decimals: 2 };
    const screen = createElement(CashScreen, { installId, storeName: 'Store', currency, actions });
    const role = createElement(RoleContext, { value: 'owner' }, screen);
    const texts: Provider = {
      locale,
      messages: locale === 'ar' ? ar : en,
      timeZone: 'UTC',
      children: createElement(QueryClientProvider, { client }, role),
    };
    const inTexts = createElement(NextIntlClientProvider, texts);
    return renderToStaticMarkup(
      createElement(SearchParamsContext, { value: new URLSearchParams() }, inTexts),
    );
  };
  const other = '1f14e45f-ceea-4e7a-9b3c-0d2f6a1b5c7d';

  it('shows the sum of its only carrier once, and the sum of all carriers if there are several', () => {
    const one = screenOf([owed(carrierId)]);
    expect(one.split('182.00')).toHaveLength(2);
    expect(one).toContain('data-total="USD"');
    expect(one).not.toContain(en.cash.balances.title);
    const two = screenOf([owed(carrierId), owed(other)]);
    expect(two).toContain('364.00');
    expect(two.split('182.00')).toHaveLength(3);
    expect(two).toContain(en.cash.balances.title);
  });

  it.each([
    ['en', 'Cash notebook', 'Cash that carriers and drivers hold for you.'],
    ['ar', 'سجل النقد', 'نقد طلباتك لدى شركات الشحن والسائقين.'],
  ] as const)(
    'has one name, and an introduction of one sentence with the rest behind a fold (%s)',
    (locale, name, hint) => {
      const screen = screenOf([], locale);
      expect(/<h1[^>]*>([^<]*)</.exec(screen)?.[1]).toBe(name);
      expect(screen).toContain(`>${hint}</p><details`);
      const { cash, cashDay, home } = locale === 'ar' ? ar : en;
      expect(cashDay.back).toBe(name);
      expect(cash.order.title).toBe(name);
      expect(home.cash.notebook.toLowerCase()).toContain(name.toLowerCase());
    },
  );
});

describe('the list of the entries of the cash notebook', () => {
  const entriesOf = (locale: 'en' | 'ar', next: string | null) => {
    const newest = {
      postings: ['posting_1', 'posting_2'].map((id) => ({
        id,
        source: 'by_hand',
        at: '2026-11-29T10:00:00Z',
        actorName: 'Rima',
        note: '',
        orders: 1,
        sums: [{ kind: 'remitted' as const, sum: money(100) }],
        undone: null,
      })),
      next,
    };
    const undo = () => Promise.reject(new Error('unused'));
    const texts: Provider = {
      locale,
      messages: locale === 'ar' ? ar : en,
      timeZone: 'UTC',
      children: createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(PostingList, { installId, newest, undo }),
      ),
    };
    return controlsOf(renderToStaticMarkup(createElement(NextIntlClientProvider, texts)));
  };

  it.each([
    ['en', 'Undo', 'Show older'],
    ['ar', 'تراجع', 'اعرض الأقدم'],
  ] as const)(
    'ends with a button for older entries, only if there are older ones (%s)',
    (locale, undo, older) => {
      expect(entriesOf(locale, '2026-11-29T10:00:00.000Z posting_2')).toEqual([undo, undo, older]);
      expect(entriesOf(locale, null)).toEqual([undo, undo]);
    },
  );
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
      ...emptyPreview,
      carriers: [{ id: carrierId, name: 'Aramex' }],
      carrierId: chosen ?? found,
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
    const cash = render(createElement(CashTotals, { installId, balances: [balance] }));
    expect(listOf(card)).toContain('data-total="USD"');
    expect(listOf(card)).toBe(listOf(cash));
    for (const markup of [card, cash]) expect(markup).toContain(en.cash.totals.title);
    expect(card).not.toContain(en.home.cash.title);
    expect(card).toContain(`href="/i/${installId}/cash"`);
    expect(card).toContain(`href="/i/${installId}/cash?currency=USD#cash-orders"`);
  });

  it('names the carrier to call first, as the cash screen does, and nobody if no carrier is late', () => {
    const namedIn = (markup: string) =>
      /<p [^>]*data-call-first[^>]*>(.*?)<\/p>/.exec(markup)?.[1]?.replaceAll(/<[^>]*>/g, '');
    const recent = { ...balance, oldest: { at: '2026-11-28T10:00:00Z', days: 1 } };
    const notebook = sumBalances([balance]);
    expect(namedIn(cardOf({}, 'owner', { notebook, callFirst: carrierToCall([balance]) }))).toBe(
      'Call first: Aramex',
    );
    expect(namedIn(render(createElement(CashTotals, { installId, balances: [balance] })))).toBe(
      'Call first: Aramex',
    );
    expect(namedIn(cardOf({}, 'owner', { notebook, callFirst: carrierToCall([recent]) }))).toBeUndefined();
    expect(namedIn(cardOf({}, 'owner', { notebook }))).toBeUndefined();
  });

  it('does not repeat the amount if all of it is late', () => {
    const recent = { ...balance, carrierId: null, ages: balance.ages.toReversed(), oldest: null };
    const totalsOf = (...balances: CashBalance[]) =>
      render(createElement(CashTotals, { installId, balances }));
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
