import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewOrderDraftState } from '@/components/orders/new-order/draft/new-order-draft-state';
import en from '@/messages/en.json';

function textOf(code: 'too_many' | 'no_right' | 'invalid', isCopied: boolean): string {
  const nothing = () => undefined;
  const answers = { onTakeTheirs: nothing, onKeepMine: nothing, onSaveAsNew: nothing };
  const props = { installId: 'inst_1', state: { code }, isCopied, ...answers };
  const children = createElement(NewOrderDraftState, props);
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: 'en', messages: en, timeZone: 'UTC', children }),
  );
}

it('the line about a refused draft gives the reason, and the way to the drafts if there are too many', () => {
  const { too_many: tooMany, no_right: noRight, invalid, kept, noCopy } = en.newOrder.draft;
  expect(textOf('too_many', true)).toContain(`${tooMany} ${kept}`);
  expect(textOf('too_many', true)).toContain('href="/i/inst_1/quotes?state=draft"');
  expect(textOf('too_many', false)).toContain(`${tooMany} ${noCopy}`);
  expect(textOf('too_many', false)).not.toContain('href');
  expect(textOf('no_right', true)).toContain(`${noRight} ${kept}`);
  expect(textOf('invalid', true)).toContain(`${invalid} ${kept}`);
});
