import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { actionId } from '@/tests/support/reports/entry-points';
import type { Stack } from '@/tests/support/stack/stack';

/** A signed-in page and the store of its user, for specs that send quotes. */
export type QuoteStore = { page: Page; stack: Stack; storeId: string; installId: string };

/** The values of a quote that a spec can choose. All other values are the same for every quote. */
export type QuoteOptions = {
  /**
   * Id and version of a quote that was sent before. With them, the spec sends another version of that quote. If absent,
   * the spec sends a new quote.
   */
  quoteId?: string;
  version?: number;
  name?: string;
  phone?: string;
  /** A catalog variant and its quantity for the line of the quote. If absent, the quote has a custom line. */
  variant?: { id: string; quantity: number };
  days?: number;
  unitPriceMinor?: number;
  /**
   * Province of the delivery address (a value of the store). If absent, the customer picks the order up at
   * the store.
   */
  province?: string;
};

export type SentQuote = { quoteId: string; number: string; version: number; token: string; url: string };

/**
 * Calls a server action of the app by HTTP, as the page's own form does. Returns the complete body of the response as
 * text. The app answers "unconfirmed" if a write takes longer than 2 s, which happens often on a busy machine. The
 * function then sends the same command again until the outcome is known.
 */
export async function callAction(store: QuoteStore, name: string, command: object): Promise<string> {
  for (;;) {
    const answer = await callOnce(store, name, command);
    if (!answer.includes('"code":"unconfirmed"')) return answer;
    await sleep(200);
  }
}

async function callOnce(store: QuoteStore, name: string, command: object): Promise<string> {
  const { page, stack, installId } = store;
  const cookies = await page.context().cookies(stack.appUrl);
  // A browser in which two stores are open has a session of each install, and sends both.
  const sessions = cookies.filter((cookie) => cookie.name.startsWith('__Host-daftar.session.'));
  const response = await fetch(`${stack.appUrl}/i/${installId}/quotes`, {
    method: 'POST',
    headers: {
      'next-action': actionId(name),
      'content-type': 'text/plain;charset=UTF-8',
      origin: stack.appUrl,
      cookie: sessions.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
    },
    body: JSON.stringify([{ installId, ...command }]),
  });
  return response.text();
}

/** Sends a quote, or another version of a quote, by calling the server action. The new-order form is not opened. */
export async function sendQuote(store: QuoteStore, options: QuoteOptions = {}): Promise<SentQuote> {
  const { stack, storeId } = store;
  const { stores } = await stack.sandbox.control<{ stores: { id: string; currency: string }[] }>('GET', '');
  const currency = stores.find(({ id }) => id === storeId)?.currency ?? '';
  const [quoteId, days] = [options.quoteId ?? randomUUID(), options.days ?? 7];
  const line = { name: 'تغليف هدية', quantity: 2, unit_price_minor: options.unitPriceMinor ?? 125_000 };
  const answer = await callAction(store, 'sendQuoteAction', {
    quoteId,
    version: options.version ?? 0,
    operationId: randomUUID(),
    validUntil: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    order: {
      currency,
      items: [
        options.variant
          ? { ...line, variant_id: options.variant.id, quantity: options.variant.quantity }
          : line,
      ],
      discount: { amount_minor: 5_000, title: null },
      shipping: { amount_minor: 0, method: options.province ? 'delivery' : 'pickup' },
      ...(options.province && {
        shipping_address: { address: 'Street 1', province: options.province, city: null, notes: null },
      }),
      customer: { name: options.name ?? 'سلمى الخطيب', phone: options.phone ?? '+963944123456' },
      payment_method: 'cod',
    },
  });
  const found = /"number":"(Q-\d+)","version":(\d+),"token":"([\w-]+)"/.exec(answer);
  if (!found) throw new Error(`not sent: ${answer}`);
  const [, number = '', version, token = ''] = found;
  return { quoteId, number, version: Number(version), token, url: `${stack.appUrl}/q/${token}` };
}

/**
 * Answers a quote as its customer would, by posting the form of the acceptance page without JavaScript. Returns the
 * HTTP status.
 */
export async function answerQuote(
  { stack }: Pick<QuoteStore, 'stack'>,
  { url, version }: SentQuote,
  answer: Record<string, string>,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stack.appUrl },
    body: new URLSearchParams({ version: String(version), digits: '3456', ...answer }),
  });
  return response.status;
}

type Variant = { id: string; sku: string; status: string; stock: number };

/** Returns an active catalog variant with more than two pieces in stock, and the number of its pieces. */
export async function variantInStock({ stack, storeId }: QuoteStore): Promise<Variant> {
  const { products } = await stack.sandbox.control<{ products: { status: string; variants: Variant[] }[] }>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  const variant = products
    .filter((product) => product.status === 'active')
    .flatMap(({ variants }) => variants)
    .find(({ status, stock }) => status === 'active' && stock > 2);
  if (!variant) throw new Error('nothing is in stock');
  return variant;
}
