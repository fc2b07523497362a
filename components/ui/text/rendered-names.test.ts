import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import en from '@/messages/en.json';
import { PaymentMethod } from './payment-method';
import { useLocationName } from './use-location-name';

const render = (children: ReactNode) =>
  renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: 'en', messages: en, timeZone: 'UTC', children }),
  );

function Location({ id }: { id: string }) {
  return useLocationName([{ id: 'loc_f00e', number: 2 }])(id);
}

describe('the name of a payment method', () => {
  it('does not speak of a delivery if the customer picks the order up', () => {
    const shown = (isPickup: boolean) => render(createElement(PaymentMethod, { id: 'cod', isPickup }));
    expect(shown(true)).toBe(`<bdi>${en.paymentMethod.codPickup}</bdi>`);
    expect(shown(false)).toBe(`<bdi>${en.paymentMethod.cod}</bdi>`);
  });
});

describe('the name of a stock location', () => {
  it('is a number and not the id of the platform', () => {
    expect(render(createElement(Location, { id: 'loc_f00e' }))).toBe('Location 2');
  });
});
