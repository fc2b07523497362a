import 'server-only';
import { randomUUID } from 'node:crypto';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import { contentOf, draftOf, lockQuote, writeQuoteEvent } from '@/lib/quotes/quote-rows.server';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { phoneKeys } from '@/lib/system/keys/customer-columns';
import type { Tx } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

/** Ids of the quotes of an install that have data about one phone number. */
export type QuotesOfPhone = {
  /**
   * Quotes that belong to the phone number. A quote belongs to the phone number of its last version or, if it was never
   * sent, of its draft.
   */
  whole: string[];
  /** Quotes that were sent to another phone number but have a draft for the given phone number. */
  drafts: string[];
  /**
   * Earlier versions that were sent to the phone number. The last version of their quotes was sent to another number.
   */
  versions: { quoteId: string; version: number }[];
};

/**
 * States in which a quote waits for the customer, for the store, or for the creation of its order. If a quote in one of
 * these states is erased, it is withdrawn as well.
 */
const waitingStates = ['sent', 'opened', 'accepted', 'needs_attention'];

/**
 * Finds and locks the quotes with a phone number (E.164). `isPhone` returns true if a number that was typed in any
 * notation is this phone number. The function decrypts all drafts and all replaced versions of the install, so it is
 * only for a rare action of a user.
 */
export async function findLockedQuotesOfPhone(
  tx: Tx,
  installId: InstallContext['installId'],
  person: { phone: string; isPhone: (typed: string) => boolean },
): Promise<QuotesOfPhone> {
  const locked = new Set<string>();
  for (;;) {
    const found = await findQuotes(tx, installId, person);
    const ids = [...found.whole, ...found.drafts, ...found.versions.map(({ quoteId }) => quoteId)];
    const others = [...new Set(ids)].filter((id) => !locked.has(id)).sort();
    if (others.length === 0) return found;
    // The quotes are read again after they were locked, because a draft may have been sent in the meantime. The version
    // that was sent must be erased too.
    for (const id of others) {
      await lockQuote(tx, { installId, quoteId: id as QuoteId });
      locked.add(id);
    }
  }
}

async function findQuotes(
  tx: Tx,
  installId: InstallContext['installId'],
  { phone, isPhone }: { phone: string; isPhone: (typed: string) => boolean },
): Promise<QuotesOfPhone> {
  const keys = phoneKeys('quotes', installId, phone);
  const found = await tx.quote.findMany({
    where: { installId, phoneKey: { in: keys } },
    select: { id: true },
  });
  const whole = found.map(({ id }) => id);
  const others = { installId, id: { notIn: whole } };
  const drafted = await tx.quote.findMany({ where: { ...others, draftEnc: { not: null } } });
  const typed = drafted.filter((quote) => {
    const draft = orUnreadable(() => draftOf(quote));
    return draft !== null && draft !== 'unreadable' && isPhone(draft.customer.phone);
  });
  const rewritten = await tx.quote.findMany({
    where: { ...others, version: { gt: 1 }, purgedAt: null },
    select: { id: true },
  });
  const earlier = await tx.quoteVersion.findMany({
    where: { installId, quoteId: { in: rewritten.map(({ id }) => id) }, contentEnc: { not: null } },
  });
  return {
    whole: [...whole, ...typed.filter(({ version }) => version === 0).map(({ id }) => id)],
    drafts: typed.filter(({ version }) => version > 0).map(({ id }) => id),
    versions: earlier.filter((version) => {
      const content = orUnreadable(() => contentOf(version));
      return content !== null && content !== 'unreadable' && isPhone(content.order.customer.phone);
    }),
  };
}

/**
 * Erases the personal data of the given quotes, in the caller's transaction: drafts, contents, details of events and
 * links. A quote that was never sent is deleted. A quote that still waits for the customer, for the store or for its
 * order (waitingStates) is withdrawn. The hash of each sent version stays as evidence. The salt of the hash is deleted,
 * so nobody can find out the person by guessing.
 */
export async function deleteQuotesOfPhone(
  tx: Tx,
  { installId, actor }: Pick<InstallContext, 'installId' | 'actor'>,
  { whole, drafts, versions }: QuotesOfPhone,
): Promise<void> {
  const rows = await tx.quote.findMany({ where: { installId, id: { in: whole } } });
  const sent = rows.filter(({ version }) => version > 0);
  const sentIds = sent.map(({ id }) => id);
  const ofSent = { installId, quoteId: { in: sentIds } };
  await tx.quote.deleteMany({ where: { installId, id: { in: whole, notIn: sentIds } } });
  await tx.quoteVersion.updateMany({ where: ofSent, data: { contentEnc: null } });
  await tx.quoteEvent.updateMany({ where: ofSent, data: { detailEnc: null } });
  await tx.quoteLink.deleteMany({ where: ofSent });
  await tx.quote.updateMany({
    where: { installId, id: { in: sentIds } },
    data: {
      purgedAt: new Date(),
      customerEnc: null,
      phoneKey: null,
      nameKeys: [],
      draftEnc: null,
      draftRevision: { increment: 1 },
      linkEnc: null,
    },
  });
  for (const { id, version } of sent.filter(({ state }) => waitingStates.includes(state))) {
    const quoteId = id as QuoteId;
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      data: { state: 'withdrawn' },
    });
    const event = { installId, quoteId, id: randomUUID(), version, actor };
    await writeQuoteEvent(tx, { ...event, kind: 'withdrawn', side: 'staff' });
  }
  await tx.quote.updateMany({
    where: { installId, id: { in: drafts } },
    data: { draftEnc: null, draftRevision: { increment: 1 } },
  });
  for (const { quoteId, version } of versions) {
    await tx.quoteVersion.update({
      where: { installId_quoteId_version: { installId, quoteId, version } },
      data: { contentEnc: null },
    });
    await tx.quoteEvent.updateMany({ where: { installId, quoteId, version }, data: { detailEnc: null } });
  }
  for (const id of [...whole, ...drafts]) await notifyLive(tx, { installId, kind: 'quote', id });
}
