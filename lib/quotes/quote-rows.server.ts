import 'server-only';
import { z } from 'zod';
import type { Actor } from '@/lib/installs/sign-in/session.server';
import { draftOfOrder } from '@/lib/orders/new-order/draft-of-order';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { NewOrderDraftSchema } from '@/lib/orders/new-order/new-order-draft-schema';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import { QuoteContent } from '@/lib/quotes/quote-content';
import type { EvaluatedQuote } from '@/lib/quotes/quote-state';
import { foldText } from '@/lib/shared/fold-text';
import type { InstallId } from '@/lib/shared/ids';
import { blindIndexes, decrypt, encrypt } from '@/lib/system/crypto';
import type { Tx } from '@/lib/system/db';
import type { Quote, QuoteEvent, QuoteVersion } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';

/** The rows of a quote: what is sealed in them, and how they are held while they change. */
export type QuoteKey = { installId: InstallId; quoteId: QuoteId };

/** Each secret is bound to its install and column. */
type Column = 'quote_draft' | 'quote_customer' | 'quote_content' | 'quote_link' | 'quote_event';

/** The same secret as another install keeps it. */
export const resealed = (from: string, to: string, column: Column, sealed: string | null) =>
  sealed === null ? null : seal(to, column, open(from, column, sealed));

/** What is kept of an event beside its kind. */
export const sealDetail = (installId: string, detail: EventDetail) => seal(installId, 'quote_event', detail);

const seal = (installId: string, column: Column, value: unknown) =>
  encrypt(JSON.stringify(value), { installId, column });
const open = (installId: string, column: Column, sealed: string): unknown =>
  JSON.parse(decrypt(sealed, { installId, column }));

const Customer = z.object({ name: z.string(), phone: z.string() });
type Customer = z.infer<typeof Customer>;

/** Name and phone as a row keeps them: sealed, and hashed to be found by. An empty one is kept as none. */
export function customerColumns(
  installId: InstallId,
  { name, phone }: Customer,
): Pick<Quote, 'customerEnc' | 'phoneKey' | 'nameKeys'> {
  const isEmpty = name === '' && phone === '';
  return {
    customerEnc: isEmpty ? null : seal(installId, 'quote_customer', { name, phone }),
    phoneKey: phone === '' ? null : phoneKeys(installId, phone)[0],
    nameKeys: wordsOf(name).map((word) => nameWordKeys(installId, word)[0]),
  };
}

/** The hashes a phone (E.164) may be stored under, the one to store first. */
export const phoneKeys = (installId: InstallId, phone: string) =>
  blindIndexes(phone, { installId, column: 'quote_phone' });

/** The same of one folded word of a name. */
export const nameWordKeys = (installId: InstallId, word: string) =>
  blindIndexes(word, { installId, column: 'quote_name' });

/** The words of a name as they are hashed and looked for. */
export const wordsOf = (name: string) => [...new Set(foldText(name).split(' ').filter(Boolean))].slice(0, 20);

/** null: there is none, or it was ended. */
export function customerOf({ installId, customerEnc }: Quote): Customer | null {
  return customerEnc === null ? null : Customer.parse(open(installId, 'quote_customer', customerEnc));
}

export const sealDraft = (installId: InstallId, draft: NewOrderDraft) =>
  seal(installId, 'quote_draft', draft);

/** null: nothing is typed. */
export function draftOf({ installId, draftEnc }: Quote): NewOrderDraft | null {
  return draftEnc === null ? null : NewOrderDraftSchema.parse(open(installId, 'quote_draft', draftEnc));
}

/** What another form of it begins with: what is typed, else what was last sent; null: neither is there any more. */
export async function typedOrSent(tx: Tx, quote: Quote): Promise<NewOrderDraft | null> {
  const typed = draftOf(quote);
  // Under an operation of its own: two drafts are never one order.
  if (typed) return { ...typed, operation: undefined };
  const sent = await currentContent(tx, quote);
  return sent && draftOfOrder(sent.content.order, { decimals: sent.content.decimals, mode: 'quote' });
}

export const sealContent = (installId: InstallId, content: QuoteContent) =>
  seal(installId, 'quote_content', content);

/** null: ended. */
export function contentOf({ installId, contentEnc }: QuoteVersion): QuoteContent | null {
  return contentEnc === null ? null : QuoteContent.parse(open(installId, 'quote_content', contentEnc));
}

export const sealLink = (installId: InstallId, token: string) => seal(installId, 'quote_link', token);

/** The token of its link; null: it has none. */
export function linkOf({ installId, linkEnc }: Quote): string | null {
  return linkEnc === null ? null : z.string().parse(open(installId, 'quote_link', linkEnc));
}

/** What is kept of an event beside its kind; of a customer it is the evidence. */
const EventDetail = z.object({
  /** As it was typed. */
  name: z.string().optional(),
  message: z.string().optional(),
  contentHash: z.string().optional(),
  address: z.string().optional(),
  userAgent: z.string().optional(),
});
export type EventDetail = z.infer<typeof EventDetail>;

/** null: there was none, or it was ended. */
export function detailOf({ installId, detailEnc }: QuoteEvent): EventDetail | null {
  return detailEnc === null ? null : EventDetail.parse(open(installId, 'quote_event', detailEnc));
}

type NewEvent = QuoteKey & {
  id: string;
  kind: 'sent' | 'opened' | 'change_asked' | 'accepted' | 'declined' | 'withdrawn' | 'retried';
  version: number;
  side: 'customer' | 'staff';
  actor: Actor | null;
  detail?: EventDetail;
};

/** Writes down what happened, and tells the open screens. */
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
      detailEnc: detail ? sealDetail(installId, detail) : null,
    },
  });
  await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
}

/** Whether this press has been taken before. */
export async function isKnownEvent(
  tx: Tx,
  { installId, id }: { installId: InstallId; id: string },
): Promise<boolean> {
  return (await tx.quoteEvent.count({ where: { installId, id } })) > 0;
}

/** The quote, held until the transaction ends, so that of two who answer or send it one is the first. null: no such one. */
export async function lockQuote(
  tx: Tx,
  { installId, quoteId }: QuoteKey,
): Promise<{ quote: Quote; evaluated: EvaluatedQuote } | null> {
  // One that is not there yet has no row to be held by.
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} quote ${quoteId}`}, 0))`;
  await tx.$queryRaw`SELECT 1 FROM quotes WHERE install_id = ${installId} AND id = ${quoteId}::uuid FOR UPDATE`;
  const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id: quoteId } } });
  return quote && { quote, evaluated: await evaluatedQuote(tx, quote) };
}

/** With how the write of its order stands. */
export async function evaluatedQuote(tx: Tx, quote: Quote): Promise<EvaluatedQuote> {
  const { installId, operationId, state, expiresAt } = quote;
  const write = operationId
    ? await tx.operation.findUnique({
        where: { installId_id: { installId, id: operationId } },
        select: { state: true },
      })
    : null;
  return { state, expiresAt, orderWrite: write?.state ?? null };
}

/** The version that the link of a quote shows; null: none, or ended. */
export async function currentContent(
  tx: Tx,
  { installId, id, version }: Pick<Quote, 'installId' | 'id' | 'version'>,
): Promise<{ content: QuoteContent; hash: string } | null> {
  const row = await tx.quoteVersion.findUnique({
    where: { installId_quoteId_version: { installId, quoteId: id, version } },
  });
  const content = row && contentOf(row);
  return content && { content, hash: row.contentHash };
}
