import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type NewOrderDraft, readQuantity } from '@/lib/orders/new-order/new-order-draft';
import { listItem } from '@/lib/quotes/list-quotes.server';
import { type QuoteContent, totalMinorOf } from '@/lib/quotes/quote-content';
import { contentOf, detailOf, draftOf } from '@/lib/quotes/quote-rows.server';
import { openStates, type QuoteState } from '@/lib/quotes/quote-state';
import { type Money, parseAmount } from '@/lib/shared/numbers/money';
import { readPhone } from '@/lib/shared/phone';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Prisma, Quote, QuoteEvent, QuoteVersion } from '@/lib/system/generated/prisma/client';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { phoneKeys } from '@/lib/system/keys/customer-columns';

/** A line of a quote. In a draft, a value that cannot be read as a number is null. */
type ItemOfQuote = { name: string; quantity: number | null; price: Money | null };

/**
 * Personal data of a customer in a quote, for the export: the content of a version that was sent, or of a draft.
 * `version` is null for a draft. `at` (RFC 3339): the time when the version was sent, or when the draft's quote last
 * changed. `shipping` and `total` are null in a draft if they cannot be computed.
 */
export type ContentOfQuote = {
  version: number | null;
  at: string;
  validUntil: string | null;
  customer: { name: string; phone: string; email: string | null };
  address: { address: string; province: string; city: string | null; notes: string | null } | null;
  items: ItemOfQuote[];
  discount: { title: string | null; amount: Money } | null;
  /** `method` is empty in a draft whose delivery method was not chosen yet. */
  shipping: { method: NewOrderDraft['method']; amount: Money | null };
  total: Money | null;
  paymentMethod: string;
  note: string | null;
};

/**
 * An event of a quote, for the export. An example is an answer of the customer with its evidence. `at` is RFC 3339. A
 * text is empty if it is not stored. If `side` is `customer`, `name`, `message` and `address` (the internet address)
 * belong to the customer.
 */
export type EventOfQuote = {
  kind: string;
  version: number;
  side: string;
  at: string;
  name: string;
  message: string;
  address: string;
  userAgent: string;
};

/** A quote of a person, for the export. `number` is empty for a quote that was never sent. */
export type QuoteOfPerson = {
  id: string;
  number: string;
  state: QuoteState;
  isOpen: boolean;
  total: Money | null;
  updatedAt: string;
  contents: ContentOfQuote[];
  events: EventOfQuote[];
};

/** Number of quotes that the export holds in memory at the same time. */
const pageSize = 50;

type Owner = Pick<InstallContext, 'installId' | 'db' | 'store'> & { phone: string };

/**
 * Returns everything that the quotes of an install contain about the person with a phone number (E.164), page by page.
 * The quotes of the phone number come first, the latest change first. After them come other quotes that have an earlier
 * version or a draft for the phone number. deleteQuotesOfPhone erases the same quotes.
 *
 * A version or a draft for another phone number is left out, because it is about another person. The phone numbers of
 * drafts and replaced versions are encrypted, so all of them are decrypted. The caller checks the right to see personal
 * data.
 */
export async function* findQuotesOfPerson(owner: Owner): AsyncGenerator<QuoteOfPerson[], void, unknown> {
  const { installId, db, phone } = owner;
  const phoneKey = { in: phoneKeys('quotes', installId, phone) };
  const ids = await db.transaction((tx) =>
    tx.quote.findMany({
      where: { installId, phoneKey },
      select: { id: true },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    }),
  );
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize).map(({ id }) => id);
    const { quotes } = await db.transaction((tx) => readQuotes(tx, owner, { id: { in: page } }));
    yield quotes.toSorted((one, next) => page.indexOf(one.id) - page.indexOf(next.id));
  }
  let last: string | undefined;
  do {
    const others: Prisma.QuoteWhereInput = {
      ...(last !== undefined && { id: { gt: last } }),
      purgedAt: null,
      AND: [
        { OR: [{ phoneKey: null }, { phoneKey: { notIn: phoneKey.in } }] },
        { OR: [{ draftEnc: { not: null } }, { version: { gt: 1 } }] },
      ],
    };
    const page = await db.transaction((tx) => readQuotes(tx, owner, others));
    const found = page.quotes.filter(({ contents }) => contents.length > 0);
    if (found.length > 0) yield found;
    last = page.next;
  } while (last !== undefined);
}

/**
 * Reads a page of quotes in the sequence of their ids. `next` is the id after which the next page begins; undefined on
 * the last page.
 */
async function readQuotes(
  tx: Tx,
  { installId, store, phone }: Owner,
  where: Prisma.QuoteWhereInput,
): Promise<{ quotes: QuoteOfPerson[]; next: string | undefined }> {
  const now = await dbNow(tx);
  const rows = await tx.quote.findMany({
    where: { ...where, installId },
    orderBy: { id: 'asc' },
    take: pageSize,
  });
  const ofPage = { installId, quoteId: { in: rows.map(({ id }) => id) } };
  const versions = await tx.quoteVersion.findMany({
    where: { ...ofPage, contentEnc: { not: null } },
    orderBy: { version: 'asc' },
  });
  const events = await tx.quoteEvent.findMany({
    where: { ...ofPage, OR: [{ side: 'customer' }, { detailEnc: { not: null } }] },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  const keys = phoneKeys('quotes', installId, phone);
  const isOfPerson = ({ customer }: ContentOfQuote) => {
    const read = readPhone(customer.phone, store.country);
    return read.ok && read.e164 === phone;
  };
  const quotes = rows.map((row): QuoteOfPerson => {
    const sent = versions.filter(({ quoteId }) => quoteId === row.id).flatMap((one) => sentContent(one));
    const contents = [...sent, ...draftContent(row)].filter(isOfPerson);
    // The column phoneKey contains the phone number of the version that was sent last. If it is the person's number,
    // this version and its total belong to the person.
    const own = row.phoneKey !== null && keys.includes(row.phoneKey) ? [row.version] : [];
    const known = new Set([...contents.map(({ version }) => version), ...own]);
    const { number, state, total, updatedAt } = listItem(row, { now, mayKnow: true });
    return {
      id: row.id,
      number: number ?? '',
      state,
      isOpen: openStates.includes(state),
      total: known.has(row.version) ? total : null,
      updatedAt,
      contents,
      events: events
        .filter(({ quoteId, version }) => quoteId === row.id && known.has(version))
        .map(eventOfQuote),
    };
  });
  return { quotes, next: rows.length < pageSize ? undefined : rows.at(-1)?.id };
}

function sentContent(row: QuoteVersion): ContentOfQuote[] {
  const content = orUnreadable(() => contentOf(row));
  if (content === null || content === 'unreadable') return [];
  const { order, validUntil, isFeeOpen }: QuoteContent = content;
  const money = (amount_minor: number): Money => ({
    amount_minor,
    currency: order.currency,
    decimals: content.decimals,
  });
  const { customer, shipping_address: address, shipping, discount } = order;
  return [
    {
      version: row.version,
      at: row.sentAt.toISOString(),
      validUntil,
      customer: { name: customer.name, phone: customer.phone, email: customer.email ?? null },
      address: address && { ...address, city: address.city ?? null, notes: address.notes ?? null },
      items: order.items.map(({ name, quantity, unit_price_minor }) => ({
        name,
        quantity,
        price: money(unit_price_minor),
      })),
      discount: discount && { title: discount.title, amount: money(discount.amount_minor) },
      shipping: { method: shipping.method, amount: isFeeOpen ? null : money(shipping.amount_minor) },
      total: money(totalMinorOf(order)),
      paymentMethod: order.payment_method,
      note: order.note ?? null,
    },
  ];
}

function draftContent(row: Quote): ContentOfQuote[] {
  const draft = orUnreadable(() => draftOf(row));
  if (draft === null || draft === 'unreadable') return [];
  const { customer, address, method, discount }: NewOrderDraft = draft;
  const money = (typed: string): Money | null => {
    const read = parseAmount(typed, draft.currency.decimals);
    return read.ok
      ? { amount_minor: read.amountMinor, currency: draft.currency.code, decimals: draft.currency.decimals }
      : null;
  };
  const less = money(discount.amount);
  return [
    {
      version: null,
      at: row.updatedAt.toISOString(),
      validUntil: null,
      customer: { ...customer, email: customer.email || null },
      address: method === 'delivery' ? address : null,
      items: draft.lines.map(({ name, quantity, price }) => ({
        name,
        quantity: readQuantity(quantity),
        price: money(price),
      })),
      discount: less && { title: discount.title || null, amount: less },
      shipping: { method, amount: money(draft.fee) },
      total: null,
      paymentMethod: draft.paymentMethod,
      note: draft.note || null,
    },
  ];
}

function eventOfQuote(row: QuoteEvent): EventOfQuote {
  const read = orUnreadable(() => detailOf(row));
  const detail = read === 'unreadable' ? null : read;
  return {
    kind: row.kind,
    version: row.version,
    side: row.side,
    at: row.at.toISOString(),
    name: detail?.name ?? '',
    message: detail?.message ?? '',
    address: detail?.address ?? '',
    userAgent: detail?.userAgent ?? '',
  };
}
