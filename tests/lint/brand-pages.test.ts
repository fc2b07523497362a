import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brand as ours } from '@/brand';
import type { OrderLinkContent } from '@/lib/orders/link/order-link';
import type { QuoteContent } from '@/lib/quotes/quote-content';
import type { Overview } from '@/server/ops/read-overview.server';
import { emptyContact } from '@/lib/shared/messages/store-contact';
import { root } from '@/tests/stages/stage';

/* Renders pages under another brand. The test renders only the pages for which it needs no build of the app: the
   pages behind the links of customers and drivers, and the page of `npm run ops`. Other tests check other parts of the
   brand: the texts of the screens (brand.test.ts), the colors in app/brand.css (server/brand.test.ts), and that no
   source file contains the name of the brand (fixed-names.test.ts). */

const colors = (hue: string) => ({
  color: `#5b3a8${hue}`,
  strong: `#472c7${hue}`,
  soft: `#ece5f${hue}`,
  on: '#fffffe',
  top: `#5b3a9${hue}`,
  topInk: '#fffffd',
  topSoft: `#e1d6f${hue}`,
});
const other: { [Name in keyof typeof ours]: unknown } = {
  ...ours,
  name: { en: 'Sijil', ar: 'السجلّ' },
  colors: { light: colors('1'), dark: colors('2') },
};

beforeAll(() => {
  vi.resetModules();
  vi.doMock('@/brand', () => ({ brand: other }));
});
afterAll(() => {
  vi.doUnmock('@/brand');
  vi.resetModules();
});

/** White and the ink of the dark theme. They are not colors of our brand, because the pages of each brand have them. */
const commonColors: readonly string[] = ['#ffffff', '#eef2ef'];

const ownColors = new RegExp(
  Object.values(ours.colors)
    .flatMap((theme) => Object.values(theme))
    .filter((color) => !commonColors.includes(color))
    .join('|'),
  'i',
);

function expectOtherBrand(page: string): void {
  expect(page).not.toMatch(/daftar|دفتر/i);
  expect(page).not.toMatch(ownColors);
}

const locales = ['ar', 'en'] as const;

it('the error pages of links have neither our name nor our colors, but the colors of the brand', async () => {
  const { refusedPage } = await import('@/app/(public)/_page/refused-page');
  for (const locale of locales)
    for (const kind of ['quote', 'order', 'sheet'] as const)
      for (const refusal of ['notFound', 'tooMany', 'foreign', 'unreadable', 'tooLarge', 'failed'] as const) {
        const page = await (await refusedPage(refusal, { kind, locale })).text();
        expectOtherBrand(page);
        for (const color of ['#5b3a81', '#5b3a82']) expect(page).toContain(color);
      }
});

const content: QuoteContent = {
  order: {
    items: [{ name: 'Soap', quantity: 1, unit_price_minor: 500 }],
    currency: 'USD',
    customer: { name: 'Salma', phone: '+963944123456' },
    shipping: { method: 'pickup', amount_minor: 0 },
    payment_method: 'cod',
  } as unknown as QuoteContent['order'],
  decimals: 2,
  pricing: { code: 'USD', decimals: 2 },
  store: { name: 'Levant', timeZone: 'UTC' },
  province: null,
  isFeeOpen: false,
  walletId: null,
  validUntil: '2026-12-01',
  rateLimit: null,
  salt: 'salt',
} as QuoteContent;

it.each(['sent', 'opened', 'accepted', 'converted', 'needs_attention', 'declined'] as const)(
  'the page of a quote in the state %s has neither our name nor our colors',
  async (state) => {
    const { quotePage } = await import('@/app/(public)/q/[token]/quote-page');
    for (const locale of locales)
      for (const isRevealed of [true, false]) {
        const linked = {
          installId: 'inst_1',
          quoteId: '00000000-0000-4000-8000-000000000000',
          country: 'SY',
          number: 'Q-1',
          state,
          version: 1,
          content,
          contentHash: '',
          expiresAt: new Date('2026-12-02'),
          changeRequested: false,
          isRateMoved: false,
          orderNumber: '1',
          contact: emptyContact,
          isClosed: false,
          areDigitsClosed: false,
        } as Parameters<typeof quotePage>[0]['linked'];
        const page = String(await quotePage({ linked, locale, isRevealed, typed: null, problem: null }));
        expect(page).toContain('Levant');
        expectOtherBrand(page);
        expect(page).toContain('#5b3a91');
      }
  },
);

const money = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });

it.each([null, 'confirmed', 'change_requested', 'declined'] as const)(
  'the page of an order link with the answer %s has neither our name nor our colors',
  async (answer) => {
    const { confirmPage } = await import('@/app/(public)/o/[token]/confirm-page');
    const ordered: OrderLinkContent = {
      number: '1001',
      store: { name: 'Levant', timeZone: 'UTC', country: 'SY' },
      firstName: 'Salma',
      items: [{ name: 'Soap', quantity: 1, total: money(500) }],
      discount: money(0),
      shipping: money(0),
      tax: money(0),
      total: money(500),
      due: money(500),
      isCashOnDelivery: true,
      city: 'Aleppo',
    };
    for (const locale of locales) {
      const linked = {
        content: ordered,
        contact: emptyContact,
        given: answer && { answer, message: '', answeredAt: new Date('2026-12-02') },
      } as Parameters<typeof confirmPage>[0]['linked'];
      const page = String(confirmPage({ linked, locale, typed: null, problem: null }));
      expect(page).toContain('Levant');
      expectOtherBrand(page);
      expect(page).toContain('#5b3a91');
    }
  },
);

it.each(['locked', 'open', 'confirmed'] as const)(
  'the page of a driver whose sheet is %s has neither our name nor our colors',
  async (state) => {
    const { sheetPage } = await import('@/app/(public)/d/[token]/sheet-page');
    const stop = {
      id: '00000000-0000-4000-8000-000000000001',
      orderId: 'ord_1',
      number: '1001',
      due: money(500),
      content: { name: 'Salma', phone: '+963944123456', address: 'Street 1', notes: '', city: 'Aleppo' },
      result: null,
      earlierPaid: null,
    };
    for (const locale of locales) {
      const linked = {
        day: '2026-12-01',
        storeName: 'Levant',
        country: 'SY',
        timeZone: 'UTC',
        driver: 'Omar',
        needsDigits: true,
        note: '',
        stops: [stop],
        isConfirmed: state === 'confirmed',
        areDigitsClosed: false,
      } as unknown as Parameters<typeof sheetPage>[0]['linked'];
      const isUnlocked = state === 'open';
      const page = String(sheetPage({ linked, locale, isUnlocked, unlockProblem: null, stopProblem: null }));
      expect(page).toContain('Levant');
      expectOtherBrand(page);
      expect(page).toContain('#5b3a91');
    }
  },
);

it('no style sheet except app/brand.css has our name or our colors', () => {
  const folders = ['app', 'components', 'sandbox'];
  const sheets = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => name.endsWith('.css') && name !== 'app/brand.css'),
  );
  expect(sheets).toContain('app/globals.css');
  // A comment is not shown.
  const shown = (file: string) =>
    readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const found = sheets.filter((file) => ownColors.test(shown(file)) || /daftar|دفتر/i.test(shown(file)));
  expect(found).toEqual([]);
});

it('the page of the publisher has the name of the brand', async () => {
  const { opsPage } = await import('@/server/ops/ops-page');
  const overview: Overview = {
    states: { active: 1, reconnect: 0, paused: 0, closed: 0 },
    stuck: [],
    queues: {
      inbox: { events: 0, seconds: 0, quarantined: 0 },
      marks: { entities: 0, dueSeconds: 0 },
      sweeps: { due: 0, dueSeconds: 0 },
      operations: { open: {}, seconds: 0, toReview: 0 },
      bulk: { items: 0 },
      budget: { waiting: 0, blockedStores: 0 },
    },
    backlog: [],
    refusals: [],
    versions: [],
  };
  const page = await opsPage(overview, new Date());
  expectOtherBrand(page);
  expect(page).toContain('Sijil: all stores');
});
