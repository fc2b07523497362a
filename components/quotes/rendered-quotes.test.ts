import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import en from '@/messages/en.json';
import { ChangeRequest } from './change-request';
import { QuoteFunnelBar } from './list/quote-funnel-bar';
import { funnelOptions } from './quotes-queries';

const render = (children: ReactNode) =>
  renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: 'en', messages: en, timeZone: 'UTC', children }),
  );

/** The summary above the list of quotes if this many were accepted, each within a minute. */
function summaryOf(accepted: number): string {
  const client = new QueryClient();
  const funnel = { sent: accepted, opened: accepted, accepted, declined: 0, medianHours: 1 / 60 };
  client.setQueryData(funnelOptions('inst_1').queryKey, funnel);
  return render(
    createElement(QueryClientProvider, {
      client,
      children: createElement(QuoteFunnelBar, { installId: 'inst_1' }),
    }),
  );
}

describe('a requested change of a quote', () => {
  it('has a title that does not run together with the time of the request', () => {
    const shown = render(createElement(ChangeRequest, { at: new Date().toISOString(), message: 'three' }));
    expect(shown).toContain(`>${en.quotes.change.title}</p>`);
  });
});

describe('the summary of the quotes', () => {
  it('says how fast half of them were accepted only after five acceptances', () => {
    expect(summaryOf(4)).not.toContain('half were accepted');
    expect(summaryOf(5)).toContain('half were accepted within 1 minute');
  });
});
