import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DeleteDraftCommand, SaveDraftCommand } from '@/lib/quotes/quote-commands';
import { canonicalJson } from '@/lib/quotes/quote-content';
import {
  draftCustomerColumns,
  draftOf,
  lockQuote,
  sealDraft,
  typedOrSent,
} from '@/lib/quotes/quote-rows.server';
import { canRewrite } from '@/lib/quotes/quote-state';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { dbNow, type Tx } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Result of saving a draft of a quote.
 *
 * - `overtaken`: another device has saved a newer revision, and `draft` is its content (null if it cannot be
 *   decrypted). `savedBy` is the name of the user who saved it (null if the user is not known).
 * - `gone`: the quote or its personal data was deleted, or the quote can no longer be changed.
 * - `too_many`: the install has the maximum number of drafts.
 */
export type SaveDraftOutcome =
  | { code: 'saved'; status: 200; revision: number }
  | { code: 'overtaken'; status: 409; revision: number; draft: NewOrderDraft | null; savedBy: string | null }
  | { code: 'gone'; status: 404 }
  | { code: 'too_many'; status: 409 };

/**
 * Maximum number of drafts of an install. A merchant needs fewer. Without this limit, a form that is opened a thousand
 * times would fill the table.
 */
const draftsMax = 200;

/** Returns true if the install has the maximum number of drafts, so that no further draft may be created. */
export async function areDraftsFull(tx: Tx, installId: InstallContext['installId']): Promise<boolean> {
  return (await tx.quote.count({ where: { installId, state: 'draft' } })) >= draftsMax;
}

/**
 * Saves the draft of a quote as the user typed it, so that the user can continue on any device. Creates the quote if it
 * does not exist. A version that was already sent does not change. `revision` is the number of the saved draft that the
 * user edited; 0 if there was no saved draft. If the same content is saved again, the same revision is returned.
 */
export async function saveDraft(
  context: InstallContext,
  command: SaveDraftCommand,
): Promise<SaveDraftOutcome> {
  const { installId, db, actor } = context;
  const { quoteId, revision, draft } = command;
  const draftActorName = actor?.name ?? null;
  return db.transaction(async (tx): Promise<SaveDraftOutcome> => {
    // The transaction loads the data keys, so the draft is encrypted inside it.
    const draftEnc = sealDraft({ installId, quoteId }, draft);
    const locked = await lockQuote(tx, { installId, quoteId });
    const recipient = draftCustomerColumns({ installId, quoteId }, draft.customer, context.store.country);
    if (!locked) {
      if (revision !== 0) return { code: 'gone', status: 404 };
      if (await areDraftsFull(tx, installId)) return { code: 'too_many', status: 409 };
      await tx.quote.create({
        data: {
          installId,
          id: quoteId,
          draftEnc,
          draftRevision: 1,
          draftActorName,
          ...recipient,
          actorSub: actor?.sub ?? null,
          actorName: draftActorName,
        },
      });
      await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
      return { code: 'saved', status: 200, revision: 1 };
    }
    const { quote, evaluated } = locked;
    // A form that was opened before the personal data was deleted must not store it again.
    if (quote.purgedAt || !canRewrite(evaluated, await dbNow(tx))) return { code: 'gone', status: 404 };
    if (quote.draftRevision !== revision) {
      const read = orUnreadable(() => draftOf(quote));
      const theirs = read === 'unreadable' ? null : read;
      // The stored draft is newer than the draft that the user edited. If their contents are equal, an earlier request
      // of this form has saved the content, and its response was lost.
      if (canonicalJson(theirs) === canonicalJson(draft))
        return { code: 'saved', status: 200, revision: quote.draftRevision };
      return {
        code: 'overtaken',
        status: 409,
        revision: quote.draftRevision,
        draft: theirs,
        savedBy: quote.draftActorName,
      };
    }
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      // After a version was sent, the columns with the customer's name and phone number belong to the sent version. The
      // columns change only when the next version is sent.
      data: { draftEnc, draftRevision: revision + 1, draftActorName, ...(quote.version === 0 && recipient) },
    });
    await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
    return { code: 'saved', status: 200, revision: revision + 1 };
  });
}

/**
 * Deletes the draft of a quote. A quote that was never sent is deleted completely. If there is no draft, the call
 * succeeds without an effect.
 */
export async function deleteDraft(
  { installId, db }: InstallContext,
  { quoteId }: DeleteDraftCommand,
): Promise<{ code: 'deleted'; status: 200 }> {
  await db.transaction(async (tx) => {
    const locked = await lockQuote(tx, { installId, quoteId });
    if (!locked) return;
    const where = { installId_id: { installId, id: quoteId } };
    if (locked.quote.version === 0) await tx.quote.delete({ where });
    else await tx.quote.update({ where, data: { draftEnc: null, draftRevision: { increment: 1 } } });
    await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
  });
  return { code: 'deleted', status: 200 };
}

/**
 * Returns the initial content of the quote form: the saved draft or, without a draft, the version that was sent last.
 * Returns null if the quote does not exist, if its data was deleted, or if its draft cannot be decrypted.
 */
export async function readDraft(
  { installId, db }: InstallContext,
  quoteId: SaveDraftCommand['quoteId'],
): Promise<{ revision: number; draft: NewOrderDraft; version: number } | null> {
  return db.transaction(async (tx) => {
    const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id: quoteId } } });
    const typed = quote && orUnreadable(() => draftOf(quote));
    if (!quote || typed === 'unreadable') return null;
    const draft = typed ?? (await typedOrSent(tx, quote));
    return draft && { revision: quote.draftRevision, draft, version: quote.version };
  });
}
