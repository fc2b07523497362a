import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewSheetScreen } from '@/components/deliveries/new-sheet-screen';
import { RepeatedOrders } from '@/components/deliveries/repeated-orders';
import { SheetScreen } from '@/components/deliveries/sheet-screen';
import { SheetsScreen } from '@/components/deliveries/sheets-screen';
import { Navigation } from '@/components/frame/navigation';
import { RoleContext } from '@/components/ui/role-context';
import type { SheetView, StopView } from '@/lib/deliveries/delivery-view';
import type { Role } from '@/lib/shared/roles/roles';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';
import { openSheet } from '@/tests/support/screens/open-sheet';

const installId = 'inst_1';
const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;

function render(locale: 'ar' | 'en', role: Role, screen: ReactNode): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client: new QueryClient() }, screen),
  };
  const withRole = createElement(RoleContext, { value: role }, createElement(NextIntlClientProvider, texts));
  const atPath = createElement(PathnameContext, { value: `/i/${installId}` }, withRole);
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, atPath));
}

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });

/** An order in the form of a new sheet. */
const order = (id: string, ended?: 'cancelled') => ({
  id,
  number: id,
  customerName: null,
  pieces: null,
  due: { amount_minor: 500, currency: 'USD', decimals: 2 },
  ...(ended && { ended }),
});

it('the menu leads to the delivery sheets for each role that may deliver orders, also a role that may not see cash', () => {
  const linksOf = (role: Role) => {
    const looks = { className: '', linkClassName: '', moreClassName: '' };
    const menu = render('en', role, createElement(Navigation, { installId, ...looks }));
    return [...menu.matchAll(/href="\/i\/inst_1([^"]*)"/g)].map(([, path]) => path);
  };
  expect(linksOf('owner')).toEqual(expect.arrayContaining(['/cash', '/deliveries']));
  expect(linksOf('packer')).toContain('/deliveries');
  expect(linksOf('packer')).not.toContain('/cash');
  expect(linksOf('viewer')).not.toContain('/deliveries');
});

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'a new delivery sheet names an order that cannot be delivered, and does not count its amount (%s)',
  (locale, words) => {
    const screen = render(
      locale,
      'owner',
      createElement(NewSheetScreen, {
        installId,
        orderIds: ['ord_1', 'ord_2'],
        orders: [order('ord_1'), order('ord_2', 'cancelled')],
        missing: [],
        refusals: null,
        drivers: [{ id: 'car_1', name: 'Rami', needsDigits: false }],
        isCut: false,
        today: '2026-11-28',
        create: () => Promise.reject(new Error('not pressed')),
      }),
    );
    expect(screen).toContain(words.deliveries.ended.cancelled);
    // The day is also written in words, because a browser may show the date input as "11/28/2026".
    expect(screen).toContain(locale === 'ar' ? 'السبت، 28 نوفمبر 2026' : 'Saturday, November 28, 2026');
    expect(screen).toContain(locale === 'ar' ? 'استبعده' : 'Leave it out');
    expect(screen).not.toContain('10.00');
    // The order can be left out in its row too, and the list says how many orders go.
    const row = new RegExp(`${words.deliveries.ended.cancelled}</span><button[^>]*aria-label="([^"]*)"`).exec(
      screen,
    );
    expect(row?.[1]).toBe(words.deliveries.new.leaveOutOf.replace('{number}', 'ord_2'));
    expect(screen.replaceAll(/<[^>]*>|[⁦-⁩]/g, '')).toContain(
      locale === 'ar' ? 'للتوصيل: 1، لا يُوصَّل: 1' : '1 to deliver, 1 not',
    );
  },
);

type NewSheet = ComponentProps<typeof NewSheetScreen>;

/** The form of a new delivery sheet for two orders, of which the app can show the given ones. */
const newSheet = (orders: NewSheet['orders'], others: Partial<NewSheet> = {}) =>
  createElement(NewSheetScreen, {
    installId,
    orderIds: ['ord_1', 'ord_2'],
    orders,
    missing: ['ord_1', 'ord_2'].flatMap((id) =>
      orders.some((one) => one.id === id) ? [] : [{ id, number: id.replace('ord_', '107') }],
    ),
    refusals: null,
    drivers: [],
    isCut: false,
    today: '2026-11-29',
    create: () => Promise.reject(new Error('unused')),
    ...others,
  });

it.each([
  ['en', '2 orders', 'Orders: 2'],
  ['ar', 'طلبان', 'الطلبات: 2'],
] as const)('a new delivery sheet says the number of its orders once (%s)', (locale, words, counted) => {
  const screen = render(locale, 'owner', newSheet([order('ord_1')]));
  const shown = screen.replaceAll(/<[^>]*>/g, '|').replaceAll(/[⁦-⁩]/g, '');
  expect(shown).not.toContain(words);
  expect(shown).toContain(counted);
});

it.each([
  [
    'en',
    'At least ',
    'Not known yet',
    'Order 1072 is not in Daftar',
    'Orders 1071 and 1072 are not in Daftar',
  ],
  ['ar', ' على الأقل', 'لم يُعرف بعد', 'الطلب 1072 لم يصل إلى دفتر', 'الطلبان 1071 و1072 لم يصلا إلى دفتر'],
] as const)(
  'a new delivery sheet does not show a part sum as the total while orders are missing (%s)',
  (locale, atLeast, unknown, oneMissing, twoMissing) => {
    const screenWith = (orders: ReturnType<typeof order>[]) =>
      render(locale, 'owner', newSheet(orders)).replaceAll(/<[^>]*>|[⁦-⁩]/g, '');
    const [all, part, none] = [[order('ord_1'), order('ord_2')], [order('ord_1')], []].map(screenWith);
    expect(all).not.toContain(atLeast);
    expect(part).toContain(atLeast);
    expect(part).toContain(oneMissing);
    expect(none).toContain(unknown);
    expect(none).toContain(twoMissing);
    expect(none).not.toContain(locale === 'ar' ? ar.deliveries.noMoney : en.deliveries.noMoney);
  },
);

it.each([
  ['en', 'At most $10.00', 'At most $5.00', 'At least $5.00', 'Not known yet'],
  ['ar', '10.00 US$ على الأكثر', '5.00 US$ على الأكثر', '5.00 US$ على الأقل', 'لم يُعرف بعد'],
] as const)(
  'a new delivery sheet shows the amount of an order of which a part was sent only as an upper limit (%s)',
  (locale, sumAtMost, atMost, atLeast, unknown) => {
    const screenWith = (orders: NewSheet['orders']) =>
      render(locale, 'owner', newSheet(orders))
        .replaceAll(/<[^>]*>|[\u200e\u200f⁦-⁩]/g, '')
        .replaceAll('\u00a0', ' ');
    const part = { ...order('ord_2'), partCarriers: [] };
    const both = screenWith([order('ord_1'), part]);
    expect(both).toContain(sumAtMost);
    expect(both).toContain(atMost);
    // An order is missing. Then only the certain amounts are a lower limit.
    const alone = screenWith([part]);
    expect(alone).toContain(atMost);
    expect(alone).toContain(unknown);
    expect(alone).not.toContain(atLeast);
    expect(screenWith([order('ord_1'), order('ord_2')])).not.toContain(atMost);
  },
);

it.each([
  ['en', 'Create sheet with 2 orders', 'Create sheet with 1 order', 'ord_1 · Huda Nasser · 3 pieces'],
  ['ar', 'أنشئ كشفًا فيه طلبان', 'أنشئ كشفًا فيه طلب واحد', 'ord_1 · Huda Nasser · 3 قطع'],
] as const)(
  'a new delivery sheet names the customer and the pieces of an order, and its button the number of orders (%s)',
  (locale, both, one, row) => {
    const screenWith = (orderIds: string[]) =>
      render(
        locale,
        'owner',
        newSheet([{ ...order('ord_1'), customerName: 'Huda Nasser', pieces: 3 }, order('ord_2')], {
          orderIds,
          drivers: [{ id: 'car_1', name: 'Rami', needsDigits: true }],
        }),
      ).replaceAll(/<[^>]*>|[⁦-⁩]/g, '');
    expect(screenWith(['ord_1', 'ord_2'])).toContain(both);
    expect(screenWith(['ord_1', 'ord_2'])).toContain(row);
    expect(screenWith(['ord_1'])).toContain(one);
  },
);

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'a new delivery sheet offers to leave out an order that the store deleted, and does not wait for it (%s)',
  (locale, words) => {
    const screen = render(
      locale,
      'owner',
      newSheet([order('ord_1')], {
        missing: [{ id: 'ord_2', number: '1072', ended: 'deleted' }],
        drivers: [{ id: 'car_1', name: 'Rami', needsDigits: true }],
      }),
    );
    expect(screen).toContain(words.deliveries.ended.deleted);
    expect(screen).toContain(locale === 'ar' ? 'استبعده' : 'Leave it out');
    expect(screen).not.toContain('data-missing-orders');
  },
);

it.each([
  ['en', '1 order is not in Daftar yet', '2 orders are not in Daftar yet', 'Order without a number'],
  ['ar', 'طلب واحد لم يصل إلى دفتر بعد', 'طلبان لم يصلا إلى دفتر بعد', 'طلب بلا رقم'],
] as const)(
  'a new delivery sheet does not show the id of an order whose number is not known yet (%s)',
  (locale, one, two, row) => {
    const screenWith = (missing: NewSheet['missing']) =>
      render(locale, 'owner', newSheet([], { missing })).replaceAll(/<[^>]*>|[⁦-⁩]/g, '');
    const unnamed = screenWith([
      { id: 'ord_1', number: null },
      { id: 'ord_2', number: '1072' },
    ]);
    expect(unnamed).toContain(two);
    expect(unnamed).toContain(row);
    expect(unnamed).not.toContain('ord_');
    expect(screenWith([{ id: 'ord_1', number: null }])).toContain(one);
  },
);

it.each([
  ['en', 'How much should the driver collect for order ord_2?', 'At most $5.00.'],
  ['ar', 'كم يحصّل السائق للطلب ord_2؟', '5.00 US$ على الأكثر.'],
] as const)(
  'a new delivery sheet has a field for the amount only in the row of an order of which a part was sent (%s)',
  (locale, label, hint) => {
    const screen = render(
      locale,
      'owner',
      newSheet([order('ord_1'), { ...order('ord_2'), partCarriers: [] }]),
    );
    const text = screen.replaceAll(/<[^>]*>|[\u200e\u200f⁦-⁩]/g, '').replaceAll('\u00a0', ' ');
    expect(text).toContain(label);
    expect(text).toContain(hint);
    expect(screen.split('inputMode="decimal"')).toHaveLength(2);
  },
);

it.each([
  [
    'en',
    '4 orders may be delivered twice',
    [
      'Order 1001 is on the sheet of Abu Samer, Monday, November 30, 2026.Open sheet',
      'Order 1002 was delivered.Leave it out',
      'Order 1003 was refunded.Leave it out',
      'Order 1004 was refunded in part.Leave it out',
    ],
    'Leave out 4 orders',
  ],
  [
    'ar',
    'قد تُوصَّل 4 طلبات مرتين',
    [
      'الطلب 1001 في كشف Abu Samer، الاثنين، 30 نوفمبر 2026.افتح الكشف',
      'الطلب 1002 سُلّم.استبعده',
      'رُدّ مبلغ الطلب 1003.استبعده',
      'رُدّ جزء من مبلغ الطلب 1004.استبعده',
    ],
    'استبعد 4 طلبات',
  ],
] as const)(
  'a refused delivery sheet says for each order why it may be delivered twice, with the button for it (%s)',
  (locale, title, rows, all) => {
    const screenWith = (orderCount: number) =>
      render(
        locale,
        'owner',
        createElement(RepeatedOrders, {
          installId,
          orders: [
            {
              id: 'o1',
              number: '1001',
              why: 'on_sheet',
              sheetId: 's1',
              driver: 'Abu Samer',
              day: '2026-11-30',
            },
            { id: 'o2', number: '1002', why: 'delivered' },
            { id: 'o3', number: '1003', why: 'refunded' },
            { id: 'o4', number: '1004', why: 'partly_refunded' },
          ],
          orderCount,
          isBusy: false,
          onLeaveOut: () => undefined,
        }),
      );
    const screen = screenWith(5);
    const text = screen.replaceAll(/<[^>]*>|[⁦-⁩]/g, '');
    expect(text).toContain(title);
    for (const row of rows) expect(text).toContain(row);
    expect(text).toContain(all);
    expect(screen).toContain('href="/i/inst_1/deliveries/s1"');
    // A sheet needs an order, so not all orders can be left out at once.
    expect(screenWith(4)).not.toContain(all);
  },
);

it.each([
  ['en', en, 'To collect:$184.00', 'Ready to send'],
  ['ar', ar, 'للتحصيل:184.00 US$', 'جاهز للإرسال'],
] as const)(
  'the list of delivery sheets shows what each driver collects, and makes a new sheet with its main button (%s)',
  (locale, words, collected, ready) => {
    const sheet: ComponentProps<typeof SheetsScreen>['sheets'][number] = {
      id: 'sheet_1',
      day: '2026-11-30',
      driver: 'Rami',
      stops: 2,
      answered: 0,
      collected: [],
      toCollect: [{ money: usd(18_400), isAtMost: false }],
      isDayOver: false,
      isCashRefused: false,
      notDelivered: 0,
      hasLink: false,
      state: 'open',
    };
    const screen = render(
      locale,
      'owner',
      createElement(SheetsScreen, { installId, sheets: [sheet], isCut: false }),
    );
    const text = screen.replaceAll(/<[^>]*>|[\u200e\u200f⁦-⁩]/g, '').replaceAll('\u00a0', ' ');
    expect(text).toContain(collected);
    const button = new RegExp(`<a class="([^"]*)" href="/i/inst_1/orders">${words.deliveries.new.title}<`);
    expect(button.exec(screen)?.[1]).toContain('bg-brand');
    // Nothing is wrong with a sheet that is ready, so its badge has no warning color.
    const badge = new RegExp(`<span class="([^"]*)"><svg(?:(?!<span).)*<bdi[^>]*>${ready}<`).exec(
      screen,
    )?.[1];
    expect(badge).toContain('text-info');
    expect(badge).not.toContain('text-warn');
  },
);

const unused = () => Promise.reject(new Error('unused'));

it.each([
  ['en', 'Only 100 sheets are listed', 'Only the first 200 drivers'],
  ['ar', 'يظهر هنا 100 كشف فقط', 'يظهر هنا أول 200 سائق فقط'],
] as const)(
  'a list of sheets or drivers that is cut says so, and only then (%s)',
  (locale, sheets, drivers) => {
    const textOf = (screen: ReactNode) => render(locale, 'owner', screen).replaceAll(/<[^>]*>|[⁦-⁩]/g, '');
    const ofSheets = (isCut: boolean) =>
      textOf(createElement(SheetsScreen, { installId, sheets: [], isCut }));
    expect(ofSheets(true)).toContain(sheets);
    expect(ofSheets(false)).not.toContain(sheets);
    const ofDrivers = (isCut: boolean) =>
      textOf(
        createElement(NewSheetScreen, {
          installId,
          orderIds: ['ord_1'],
          orders: [order('ord_1')],
          missing: [],
          refusals: null,
          drivers: [{ id: 'car_1', name: 'Rami', needsDigits: true }],
          isCut,
          today: '2026-11-29',
          create: unused,
        }),
      );
    expect(ofDrivers(true)).toContain(drivers);
    expect(ofDrivers(false)).not.toContain(drivers);
  },
);

const stop: StopView = {
  id: 'stop_1',
  orderId: 'ord_1',
  number: '1001',
  due: usd(10_000),
  content: null,
  result: { id: 'answer_1', answer: 'delivered', paid: null, reason: '', at: '2026-11-29T10:00:00Z' },
  earlierPaid: null,
};

const actions = {
  createLink: unused,
  withdrawLink: unused,
  confirm: unused,
  ship: unused,
  setFailed: unused,
};

/** Renders the screen of a delivery sheet with one stop, without markup. */
function renderSheet(locale: 'ar' | 'en', role: Role, sheet: Partial<SheetView>): string {
  const view: SheetView = {
    ...openSheet,
    stops: [stop],
    ...sheet,
  };
  const sharing = { appUrl: 'https://daftar.example', storeName: 'Store', storeLocale: locale };
  return render(locale, role, createElement(SheetScreen, { installId, sheet: view, sharing, actions }))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[⁦-⁩]/g, '');
}

it('a delivery sheet says how many orders must be shipped first, and offers to ship them with the driver', () => {
  const waiting = { toShip: ['ord_1', 'ord_2'] };
  expect(renderSheet('en', 'owner', waiting)).toContain('2 orders still have pieces to ship');
  expect(renderSheet('en', 'owner', waiting)).toContain('Ship 2 orders with Sami');
  expect(renderSheet('ar', 'owner', waiting)).toContain('بقي ما يُشحن من طلبين');
  expect(renderSheet('ar', 'owner', waiting)).toContain('اشحن طلبين مع Sami');
  expect(renderSheet('en', 'owner', {})).not.toContain('pieces to ship');
  // A part of the only order was already sent, so the button does not offer to ship the whole order again.
  const part = { toShip: ['ord_1'], stops: [{ ...stop, partCarriers: [] }] };
  expect(renderSheet('en', 'owner', part)).toContain('Ship the rest with Sami');
  expect(renderSheet('ar', 'owner', part)).toContain('اشحن الباقي مع Sami');
});

it('a confirmed delivery sheet says which orders the store did not set to delivered, and what to do with refused ones', () => {
  const done = { state: 'confirmed', runId: 'run_1' } as const;
  const good = renderSheet('en', 'owner', done);
  expect(good).toContain(en.deliveries.confirm.doneOrders);
  expect(good).toContain(en.deliveries.confirm.run);
  expect(good).not.toContain('did not set');
  const bad = renderSheet('en', 'owner', { ...done, notDelivered: 1 });
  expect(bad).toContain('Your store did not set 1 order to “Delivered”');
  expect(bad).toContain(en.deliveries.work.checkOrders.state);
  expect(bad).not.toContain(en.deliveries.confirm.doneOrders);
  const result = {
    id: 'answer_1',
    answer: 'refused',
    paid: null,
    reason: 'x',
    at: '2026-11-29T10:00:00Z',
  } as const;
  const refused = renderSheet('ar', 'owner', { ...done, stops: [{ ...stop, result }] });
  expect(refused).toContain('رفض زبون واحد الاستلام');
  expect(refused).toContain(ar.deliveries.confirm.activity);
  expect(refused).toContain('افتح الطلب 1001');
  expect(refused).not.toContain('اجعل');
  // The button names the order. An order that already has another status shows it instead of the button.
  const refusedWith = (locale: 'ar' | 'en', refusal: StopView['refusal']) =>
    renderSheet(locale, 'owner', { ...done, stops: [{ ...stop, result, ...(refusal && { refusal }) }] });
  const shipped = { status: 'shipped', canFail: true } as const;
  expect(refusedWith('ar', shipped)).toContain('اجعل 1001 «تعذّر التسليم»');
  expect(refusedWith('en', shipped)).toContain('Set 1001 to “Delivery failed”');
  const failed = refusedWith('en', { status: 'delivered_failed', canFail: false });
  expect(failed).toContain('Order 1001: Delivery failed');
  expect(failed).not.toContain('Set 1001');
  // The advice is left out if the order has ended, because there is nothing to set.
  expect(failed).toContain(en.deliveries.confirm.refusedNext);
  expect(refusedWith('en', undefined)).toContain(en.deliveries.confirm.refusedNext);
  const canceled = refusedWith('en', { status: 'cancelled', canFail: false });
  expect(canceled).toContain('Order 1001: Canceled');
  expect(canceled).not.toContain(en.deliveries.confirm.refusedNext);
  expect(good).not.toContain('Open order');
});

it('a delivery sheet says why it does not show the customer of a stop', () => {
  const hidden = { stops: [{ ...stop, isHidden: true as const }] };
  for (const [locale, { deliveries }] of [['en', en] as const, ['ar', ar] as const]) {
    expect(renderSheet(locale, 'owner', hidden)).toContain(deliveries.hidden);
    expect(renderSheet(locale, 'owner', hidden)).not.toContain(deliveries.erased);
    expect(renderSheet(locale, 'owner', {})).toContain(deliveries.erased);
    expect(renderSheet(locale, 'owner', {})).not.toContain(deliveries.hidden);
  }
});

it('a delivery sheet shows the amount of a replaced answer, and asks for a user who may post cash', () => {
  const earlier = { stops: [{ ...stop, earlierPaid: usd(10_000) }] };
  const [packer, owner] = [renderSheet('en', 'packer', earlier), renderSheet('en', 'owner', earlier)];
  expect(packer).toMatch(/An earlier result reported \S*100\S* as collected/);
  expect(packer).toContain(en.deliveries.confirm.needsCash);
  expect(owner).toContain('An earlier result reported');
  expect(owner).not.toContain(en.deliveries.confirm.needsCash);
  expect(renderSheet('ar', 'owner', earlier)).toContain('ذكرت نتيجة سابقة');
  const plain = renderSheet('en', 'packer', {});
  expect(plain).not.toContain('An earlier result');
  expect(plain).not.toContain(en.deliveries.confirm.needsCash);
});

it('a delivery sheet shows the amount of a partly sent order only as an upper limit', () => {
  const part: StopView = { ...stop, result: null, partCarriers: ['Aramex'] };
  const shown = renderSheet('en', 'owner', { stops: [{ ...stop, id: 'stop_2', number: '1002' }, part] });
  expect(shown).toContain('To collectAt most $200.00');
  expect(shown).toContain('At most $100.00');
  expect(renderSheet('ar', 'owner', { stops: [part] })).toContain('على الأكثر');
  expect(renderSheet('en', 'owner', {})).not.toContain('At most');
});

it('the order number on a delivery sheet is a link that looks like one', () => {
  const view = { ...openSheet, stops: [stop] };
  const sharing = { appUrl: 'https://daftar.example', storeName: 'Store', storeLocale: 'en' as const };
  const screen = render(
    'en',
    'owner',
    createElement(SheetScreen, { installId, sheet: view, sharing, actions }),
  );
  expect(/<a class="([^"]*)" href="\/i\/inst_1\/orders\/ord_1">/.exec(screen)?.[1]).toContain('text-brand');
});

it('a delivery sheet without collected cash shows 0 in its currency', () => {
  const shown = renderSheet('en', 'owner', {});
  expect(shown).toMatch(/Reported as collected\S*\$0/);
  expect(shown).not.toContain(en.deliveries.noMoney);
  expect(renderSheet('ar', 'owner', {})).toContain('النتائج: 1 من 1');
});

it('the tab of the quotes keeps its full name, and has a short label for a narrow phone', () => {
  const looks = { className: '', linkClassName: '', moreClassName: '' };
  const menu = render('ar', 'owner', createElement(Navigation, { installId, ...looks }));
  const link = /<a [^>]*href="\/i\/inst_1\/quotes".*?<\/a>/.exec(menu)?.[0] ?? '';
  expect(link).toContain(`>${ar.frame.quotes}</span>`);
  expect(link).toContain(`data-short="${ar.frame.quotesShort}"`);
});

it('a confirmed delivery sheet names a paid order that the store deleted, and asks for nothing', () => {
  const paid = (number: string): StopView => ({
    ...stop,
    id: number,
    number,
    result: { id: number, answer: 'paid', paid: usd(10_000), reason: '', at: '2026-11-29T10:00:00Z' },
  });
  const deletedPaid = [{ number: '1001', paid: usd(10_000) }];
  const texts = en.deliveries.confirm;
  const both = renderSheet('en', 'owner', {
    state: 'confirmed',
    stops: [paid('1001'), paid('1002')],
    deletedPaid,
  });
  expect(both).toContain('Order 1001 was deleted in your store');
  expect(both).toContain(texts.doneOtherCash);
  expect(both).not.toContain(texts.cashRefused);
  const alone = renderSheet('en', 'owner', { state: 'confirmed', stops: [paid('1001')], deletedPaid });
  expect(alone).toContain('Order 1001 was deleted in your store');
  expect(alone).not.toContain(texts.doneOtherCash);
  expect(alone).not.toContain(texts.doneCash);
});
