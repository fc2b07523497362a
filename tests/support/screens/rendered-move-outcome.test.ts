import { VariantId } from 'commerce-platform-client/contract/ids';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { VariantView } from '@/lib/catalogue/product-queries';
import en from '@/messages/en.json';
import { MoveOutcome } from '@/components/products/ledger/move-outcome';

type Move = ComponentProps<typeof MoveOutcome>['move'];

const movement = {
  variant_id: 'var_1',
  location_id: 'loc_1',
  delta: 2,
  reason: 'correction',
  note: null,
} as const;

/** Returns what the screen shows after the change from 13 pieces to 15, while the variant has `stock` pieces. */
function shown(stock: number, change: Partial<Move>): string {
  const variant: VariantView = {
    id: VariantId.parse('var_1'),
    name: 'S',
    sku: null,
    barcode: null,
    price: null,
    compareAtPrice: null,
    status: null,
    stock: { code: 'known', quantity: stock },
    weightGram: null,
    imageUrl: null,
    attributes: [],
  };
  const move = {
    input: { movement },
    sending: false,
    isOutcomeUnknown: false,
    stockBefore: 13,
    ...change,
  } as Move;
  const content = createElement(MoveOutcome, { move, variants: [variant] });
  const provider = { locale: 'en', messages: en, timeZone: 'UTC', children: content };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, provider)).replace(/<\/?bdi[^>]*>/g, '');
}

it('a change that the screen shows is not announced for later any more', () => {
  const done: Partial<Move> = {
    outcome: { code: 'succeeded', status: 200, result: { variantId: 'var_1' } },
    done: movement,
  };
  expect(shown(13, done)).toContain('The new number appears here in a moment.');
  expect(shown(15, done)).toContain('Now 15 in stock.');
  expect(shown(15, done)).not.toContain('in a moment');
});

it('a refused change shows one outcome, with the request id only in the technical details', () => {
  const outcome = { code: 'refused', reason: 'conflict', requestId: 'req_1' } as Move['outcome'];
  const html = shown(15, { outcome, done: null });
  expect(html.match(/data-outcome="\w+"/g)).toEqual(['data-outcome="refused"']);
  expect(html.replace(/<details.*<\/details>/, '')).not.toContain('req_1');
  expect(html).toContain('req_1');
});
