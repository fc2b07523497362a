import 'server-only';
import { z } from 'zod';
import type { Actor } from '@/lib/installs/sign-in/session.server';
import { draftOfOrder } from '@/lib/orders/new-order/draft-of-order';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { StoredDraft, storedDraft } from '@/lib/orders/new-order/new-order-draft-schema';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import { canonicalJson, QuoteContent } from '@/lib/quotes/quote-content';
import type { EvaluatedQuote } from '@/lib/quotes/quote-state';
import { readPhone } from '@/lib/shared/phone';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import {
  orUnreadable,
  decrypt,
  encrypt,
  openAs,
  openJson,
  parseAs,
  type Place,
  sha256Hex,
  UnreadableValue,
} from '@/lib/system/keys/crypto';
import { type Customer, openCustomer, sealCustomer } from '@/lib/system/keys/customer-columns';
import type { Tx } from '@/lib/system/db';
import type { Quote, QuoteEvent, QuoteVersion } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';

/** The ids that together identify a quote. */
export type QuoteKey = { installId: InstallId; quoteId: QuoteId };

type QuoteRow = Pick<Quote, 'installId' | 'id'>;

const quotePlace =
  (column: 'quotes.draft_enc' | 'quotes.link_enc') =>
  ({ installId, id }: QuoteRow): Place => ({ installId, column, row: [id] });

/**
 * Places of a quote's encrypted draft and link. A place is an install, a column and a row. A value that was encrypted
 * for one place cannot be decrypted with another place.
 */
export const draftPlace = quotePlace('quotes.draft_enc');
export const linkPlace = quotePlace('quotes.link_enc');

/**
 * Place of the encrypted content of a quote's version: its install, column and row. The content can be decrypted only
 * with this place.
 */
export const contentPlace = ({ installId, quoteId, version }: VersionKey): Place => ({
  installId,
  column: 'quote_versions.content_enc',
  row: [quoteId, version],
});
type VersionKey = Pick<QuoteVersion, 'installId' | 'quoteId' | 'version'>;

/**
 * Place of the encrypted details of a quote's event: their install, column and row. The details can be decrypted only
 * with this place.
 */
export const detailPlace = ({ installId, id }: Pick<QuoteEvent, 'installId' | 'id'>): Place => ({
  installId,
  column: 'quote_events.detail_enc',
  row: [id],
});

/**
 * Decrypts a value and encrypts it again for another install. Returns null if there is no value, or if it cannot be
 * decrypted.
 */
export function resealed<Row extends { installId: string }>(
  placeOf: (row: Row) => Place,
  row: Row,
  { to, sealed }: { to: string; sealed: string | null },
): string | null {
  const value = sealed === null ? 'unreadable' : orUnreadable(() => decrypt(sealed, placeOf(row)));
  return value === 'unreadable' ? null : encrypt(value, placeOf({ ...row, installId: to }));
}

/** Encrypts the details of an event of a quote. */
export const sealDetail = (event: Pick<QuoteEvent, 'installId' | 'id'>, detail: EventDetail) =>
  seal(detail, detailPlace(event));

const seal = (value: unknown, place: Place) => encrypt(JSON.stringify(value), place);

/**
 * Returns the columns for a customer's name and phone number: encrypted for reading, and hashed for searching. If both
 * are empty, the columns are null.
 */
export function customerColumns(
  { installId, quoteId }: QuoteKey,
  customer: Customer,
): Pick<Quote, 'customerEnc' | 'phoneKey' | 'nameKeys'> {
  return sealCustomer('quotes', { installId, id: quoteId }, customer);
}

/**
 * Returns the columns for the customer of a draft, as a user typed it. A valid phone number is stored in E.164 format, so
 * that a search for the number finds the draft in any notation. `country` is the country of the store.
 */
export function draftCustomerColumns(key: QuoteKey, { name, phone }: Customer, country: string) {
  const reading = readPhone(phone, country);
  return customerColumns(key, { name: name.trim(), phone: reading.ok ? reading.e164 : phone.trim() });
}

/** Decrypts the customer of a quote. Returns null if the quote has no customer, or if the data was deleted. */
export function customerOf(quote: Quote): Customer | null {
  const { customerEnc } = quote;
  return customerEnc === null ? null : openCustomer('quotes', quote, customerEnc);
}

export const sealDraft = ({ installId, quoteId }: QuoteKey, draft: NewOrderDraft) =>
  seal(storedDraft(draft), draftPlace({ installId, id: quoteId }));

/** Decrypts the draft of a quote. Returns null if the quote has no draft. */
export function draftOf(quote: Quote): NewOrderDraft | null {
  const { draftEnc } = quote;
  return draftEnc === null ? null : openAs(StoredDraft, draftEnc, draftPlace(quote));
}

/**
 * Returns the initial content of a form for the quote: its draft or, without a draft, the version that was sent last.
 * Returns null if there is neither, or if the draft cannot be decrypted.
 */
export async function typedOrSent(tx: Tx, quote: Quote): Promise<NewOrderDraft | null> {
  const typed = orUnreadable(() => draftOf(quote));
  if (typed === 'unreadable') return null;
  // Removes the operation id, so that the new draft gets an operation id of its own. With the same operation id, two
  // drafts could create only one order.
  if (typed) return { ...typed, operation: undefined };
  const sent = await currentContent(tx, quote);
  if (!sent) return null;
  const { order, decimals, isFeeOpen } = sent.content;
  return draftOfOrder(order, { decimals, mode: 'quote', isFeeOpen });
}

/** Returns the columns of a quote's version that contain its encrypted content and the hash of the content. */
export const contentColumns = (version: VersionKey, content: QuoteContent) => ({
  contentEnc: seal(content, contentPlace(version)),
  contentHash: sha256Hex(canonicalJson(content)),
});

/**
 * Decrypts the content of a quote's version. Returns null if the content was deleted after the retention time. Throws
 * if the hash of the content differs from the stored hash of the content that was sent.
 */
export function contentOf(version: QuoteVersion): QuoteContent | null {
  if (version.contentEnc === null) return null;
  const place = contentPlace(version);
  const content = openJson(version.contentEnc, place);
  if (sha256Hex(canonicalJson(content)) !== version.contentHash)
    throw new UnreadableValue('the content of a quote differs from its hash');
  return parseAs(QuoteContent, content, place);
}

export const sealLink = ({ installId, quoteId }: QuoteKey, token: string) =>
  seal(token, linkPlace({ installId, id: quoteId }));

/** Decrypts the token that is in a quote's link. Returns null if the quote has no link. */
export function linkOf(quote: Quote): string | null {
  return quote.linkEnc === null ? null : openAs(z.string(), quote.linkEnc, linkPlace(quote));
}

/**
 * Details of an event in the history of a quote. If the customer caused the event, the details are stored as evidence.
 */
const EventDetail = z.object({
  /** Name of the customer, as the customer typed it. */
  name: z.string().optional(),
  message: z.string().optional(),
  contentHash: z.string().optional(),
  address: z.string().optional(),
  userAgent: z.string().optional(),
});
export type EventDetail = z.infer<typeof EventDetail>;

/** Decrypts the details of a quote's event. Returns null if the event has no details, or if they were deleted. */
export function detailOf(event: QuoteEvent): EventDetail | null {
  const { detailEnc } = event;
  return detailEnc === null ? null : openAs(EventDetail, detailEnc, detailPlace(event));
}

type NewEvent = QuoteKey & {
  id: string;
  kind:
    | 'sent'
    | 'opened'
    | 'change_requested'
    | 'accepted'
    | 'declined'
    | 'withdrawn'
    | 'link_withdrawn'
    | 'retried'
    | 'digits_closed'
    | 'digits_reopened'
    | 'renewed';
  version: number;
  side: 'customer' | 'staff';
  actor: Actor | null;
  detail?: EventDetail;
};

/** Stores an event in the history of a quote and notifies the open screens. */
export async function writeQuoteEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { installId, quoteId, id, kind, version, side, actor, detail } = event;
  await tx.quoteEvent.create({
    data: {
      installId,
      quoteId,
      id,
      kind,
      version,
      side,
      actorSub: actor?.sub ?? null,
      actorName: actor?.name ?? null,
      detailEnc: detail ? sealDetail({ installId, id }, detail) : null,
    },
  });
  await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
}

/**
 * Returns true if an event with the given id is stored, which means that the action with this id was already processed.
 */
export async function isKnownEvent(
  tx: Tx,
  { installId, id }: { installId: InstallId; id: string },
): Promise<boolean> {
  return (await tx.quoteEvent.count({ where: { installId, id } })) > 0;
}

/**
 * Locks a quote until the transaction ends, so that two requests for the same quote are processed one after the other.
 * Returns null if the quote does not exist.
 */
export async function lockQuote(
  tx: Tx,
  { installId, quoteId }: QuoteKey,
): Promise<{ quote: Quote; evaluated: EvaluatedQuote } | null> {
  // If the quote does not exist yet, there is no row to lock. So an advisory lock on its id is taken first.
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} quote ${quoteId}`}, 0))`;
  await tx.$queryRaw`SELECT 1 FROM quotes WHERE install_id = ${installId} AND id = ${quoteId}::uuid FOR UPDATE`;
  const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id: quoteId } } });
  return quote && { quote, evaluated: await evaluatedQuote(tx, quote) };
}

/**
 * Returns the data that decides which actions are allowed for a quote: its state, the state of the write that creates
 * its order, and whether its link is valid.
 */
export async function evaluatedQuote(tx: Tx, quote: Quote): Promise<EvaluatedQuote> {
  const { installId, operationId, state, expiresAt } = quote;
  const write = operationId
    ? await tx.operation.findUnique({
        where: { installId_id: { installId, id: operationId } },
        select: { state: true },
      })
    : null;
  const links = await tx.quoteLink.count({ where: { installId, quoteId: quote.id, revokedAt: null } });
  return { state, expiresAt, orderWrite: write?.state ?? null, hasLink: links > 0 };
}

/**
 * Returns true if an order was created from the draft of a quote that was never sent, or if it may still be created.
 * The draft contains the operation id of the write that creates its order.
 */
export const mayHaveOrder = ({ quote, evaluated }: { quote: Quote; evaluated: EvaluatedQuote }) =>
  quote.version === 0 && quote.operationId !== null && evaluated.orderWrite !== 'refused';

type VersionContent = { content: QuoteContent; hash: string; sentAt: Date };

/**
 * Returns the content that the link of a quote shows. Returns null if no version of the quote was sent, if the content
 * was deleted, or if it cannot be decrypted.
 */
export async function currentContent(
  tx: Tx,
  quote: Pick<Quote, 'installId' | 'id' | 'version'>,
): Promise<VersionContent | null> {
  const found = await findContent(tx, quote);
  return found === 'unreadable' ? null : found;
}

/**
 * Returns the content that the link of a quote shows. Returns `unreadable` if the content cannot be decrypted. Returns
 * null if no version of the quote was sent, or if the content was deleted.
 */
export async function findContent(
  tx: Tx,
  { installId, id, version }: Pick<Quote, 'installId' | 'id' | 'version'>,
): Promise<VersionContent | 'unreadable' | null> {
  const row = await tx.quoteVersion.findUnique({
    where: { installId_quoteId_version: { installId, quoteId: id, version } },
  });
  const content = row && orUnreadable(() => contentOf(row));
  return (
    content && (content === 'unreadable' ? content : { content, hash: row.contentHash, sentAt: row.sentAt })
  );
}
