import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brand as ours } from '@/brand';
import type { QuoteContent } from '@/lib/quotes/quote-content';
import type { Overview } from '@/server/ops/read-overview.server';
import { emptyContact } from '@/lib/shared/messages/store-contact';

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

const ownColors = new RegExp(
  Object.values(ours.colors)
    .flatMap(({ color, strong, soft, top, topSoft }) => [color, strong, soft, top, topSoft])
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
