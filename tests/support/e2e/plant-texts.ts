import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import type { CashDayView } from '@/lib/cash/day/day-view';
import { createDriverLink, createSheet } from '@/tests/support/e2e/delivery-sheets';
import {
  answerQuote,
  callAction,
  type QuoteStore,
  sendQuote,
  type SentQuote,
  variantInStock,
} from '@/tests/support/e2e/sent-quotes';

/** Texts that people type about customers and deliveries, in a store with US dollars. */
export type PlantedTexts = {
  customer: string;
  address: string;
  note: string;
  discountReason: string;
  refundReason: string;
  /** What the customer writes on the page that confirms the order. */
  answer: string;
  driver: string;
  sheetNote: string;
  stopReason: string;
  quoteCustomer: string;
  /** What the customer writes on the page of the quote. */
  quoteMessage: string;
};

/** Phone numbers (E.164) of the customer of the order, of the driver and of the customer of the quote. */
export type PlantedPhones = { customer: string; driver: string; quote: string };

/** Texts of the cash notebook, and its amounts in cents. */
export type PlantedCash = {
  postingNote: string;
  dayReason: string;
  dayLine: string;
  postedMinor: number;
  feeMinor: number;
  dayLineMinor: number;
};

/** The planted records, and the tokens of the links to them. */
export type Planted = {
  orderId: string;
  sheetId: string;
  quote: SentQuote;
  /** Id of the record of the closed day. */
  recordId: string;
  orderToken: string;
  sheetToken: string;
};

/**
 * Plants one order with a refund, a confirmation link with an answer and a delivery sheet with an answer of the driver;
 * one quote with a message of the customer; and a cash posting, a carrier with a fee and a closed day. Each text is in
 * one place. The store has US dollars, and no day of it is closed.
 */
export async function plantTexts(
  merchant: QuoteStore,
  texts: PlantedTexts,
  phones: PlantedPhones,
  cash: PlantedCash,
): Promise<Planted> {
  const { orderId, orderToken } = await plantOrder(merchant, texts, phones.customer);
  const { sheetId, sheetToken } = await plantSheet(merchant, orderId, texts, phones.driver);
  const quote = await sendQuote(merchant, { name: texts.quoteCustomer, phone: phones.quote });
  const change = {
    intent: 'request_change',
    message: texts.quoteMessage,
    digits: phones.quote.slice(-4),
  };
  expect(await answerQuote(merchant, quote, change)).toBe(303);
  const recordId = await plantCash(merchant, orderId, cash);
  return { orderId, orderToken, sheetId, sheetToken, quote, recordId };
}

/** Calls a server action and expects that it did its work. Returns the answer. */
export async function act(merchant: QuoteStore, name: string, command: object): Promise<string> {
  const answer = await callAction(merchant, name, command);
  expect(answer, name).toMatch(/"code":"(?:succeeded|created|saved|sent|posted|closed|done)"/);
  return answer;
}

async function plantOrder(merchant: QuoteStore, texts: PlantedTexts, phone: string) {
  const { control } = merchant.stack.sandbox;
  const variant = await variantInStock(merchant);
  const created = await act(merchant, 'createOrderAction', {
    operationId: randomUUID(),
    order: {
      currency: 'USD',
      status: 'approved',
      items: [{ variant_id: variant.id, name: 'Soap', quantity: 1, unit_price_minor: 200_000_000 }],
      discount: { amount_minor: 1_000, title: texts.discountReason },
      shipping: { amount_minor: 0, method: 'delivery' },
      shipping_address: { address: texts.address, province: 'beirut', city: null, notes: null },
      customer: { name: texts.customer, phone },
      payment_method: 'cod',
      note: texts.note,
    },
  });
  const [, orderId = ''] = /"orderId":"([^"]+)"/.exec(created) ?? [];
  await control('POST', `/orders/${orderId}/payments`, { amount_minor: 5_000 });
  const refund = { amount_minor: 1_000, reason: texts.refundReason, lines: [] };
  await act(merchant, 'refundOrderAction', { operationId: randomUUID(), orderId, refund });
  const link = { orderId, linkId: randomUUID(), replaces: false };
  const made = await act(merchant, 'createOrderLinkAction', link);
  const [, orderToken = ''] = /"token":"([\w-]{43})"/.exec(made) ?? [];
  const answer = { answer: 'change_requested', message: texts.answer };
  expect((await postForm(merchant, `/o/${orderToken}`, answer)).status).toBe(303);
  return { orderId, orderToken };
}

async function plantSheet(merchant: QuoteStore, orderId: string, texts: PlantedTexts, phone: string) {
  const { driver, sheetNote: note, stopReason: reason } = texts;
  const sheetId = await createSheet(merchant, { orderIds: [orderId], driver, phone, note });
  const sheetToken = await createDriverLink(merchant, sheetId);
  const path = `/d/${sheetToken}`;
  const unlocked = await postForm(merchant, path, { digits: phone.slice(-4) });
  const cookie = unlocked.headers.get('set-cookie')?.split(';')[0] ?? '';
  const html = await (await fetch(merchant.stack.appUrl + path, { headers: { cookie } })).text();
  const stop = /name="stop" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = { stop, answer: randomUUID(), seen: '', result: 'refused', reason };
  expect((await postForm(merchant, path, answer, cookie)).status).toBe(303);
  return { sheetId, sheetToken };
}

/** Posts cash of the order, stores a carrier with a fee, and closes the current day. Returns the id of its record. */
async function plantCash(merchant: QuoteStore, orderId: string, cash: PlantedCash): Promise<string> {
  const line = { orderId, kind: 'remitted', amountMinor: cash.postedMinor, currency: 'USD' };
  await act(merchant, 'postCashAction', { operationId: randomUUID(), note: cash.postingNote, lines: [line] });
  await act(merchant, 'saveCarrierAction', {
    carrierId: randomUUID(),
    name: 'Carrier with a fee',
    phone: '',
    trackingUrl: '',
    feeMinor: cash.feeMinor,
    isArchived: false,
  });
  const read = await merchant.page
    .context()
    .request.get(`${merchant.stack.appUrl}/api/i/${merchant.installId}/cash/day`);
  const { day, figures }: Pick<CashDayView, 'day' | 'figures'> = await read.json();
  const recordId = randomUUID();
  await act(merchant, 'closeDayAction', {
    operationId: recordId,
    day,
    replaces: null,
    drawers: figures.map(({ currency, decimals, remitted }) => ({
      currency,
      decimals,
      openingMinor: 0,
      remittedMinor: remitted.amount_minor,
      countedMinor: 0,
      ...(currency === 'USD'
        ? { reason: cash.dayReason, lines: [{ label: cash.dayLine, amountMinor: cash.dayLineMinor }] }
        : { reason: '', lines: [] }),
    })),
  });
  return recordId;
}

function postForm(
  { stack }: QuoteStore,
  path: string,
  fields: Record<string, string>,
  cookie = '',
): Promise<Response> {
  return fetch(stack.appUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stack.appUrl, cookie },
    body: new URLSearchParams(fields),
  });
}
