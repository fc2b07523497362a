import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DeleteDraftCommand, SaveDraftCommand } from '@/lib/quotes/quote-commands';
import { canonicalJson } from '@/lib/quotes/quote-content';
import { customerColumns, draftOf, lockQuote, sealDraft, typedOrSent } from '@/lib/quotes/quote-rows.server';
import { canRewrite } from '@/lib/quotes/quote-state';
import { readPhone } from '@/lib/shared/phone';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { dbNow } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Outcome of saving a draft of a quote. `overtaken`: a newer revision of the draft was saved meanwhile, and `draft` is
 * its content. `gone`: the quote was deleted, or can no longer be edited.
 */
export type SaveDraftOutcome =
  | { code: 'saved'; status: 200; revision: number }
  | { code: 'overtaken'; status: 409; revision: number; draft: NewOrderDraft | null; savedBy: string | null }
  | { code: 'gone'; status: 404 }
  | { code: 'too_many'; status: 409 };

/**
 * Maximum number of drafts in an install, more than a merchant needs. Without a limit, a form that is opened a thousand
 * times would fill the table.
 */
const draftsMax = 200;

/**
 * Saves the draft of a quote as the user typed it, so that it is available on any device. If the quote does not exist
 * yet, it is created. If a version was already sent, that version stays, and the draft is stored in addition.
 * `revision` is the revision that the user edited, 0 if the draft was never saved. Saving the same content again
 * returns the same revision.
 */
export async function saveDraft(
  context: InstallContext,
  command: SaveDraftCommand,
): Promise<SaveDraftOutcome> {
  const { installId, db, actor } = context;
  const { quoteId, revision, draft } = command;
  const draftEnc = sealDraft({ installId, quoteId }, draft);
  return db.transaction(async (tx): Promise<SaveDraftOutcome> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    const { name, phone } = draft.customer;
    // A valid phone number is stored in E.164 form, so that a search for the number finds the draft.
    const reading = readPhone(phone, context.store.country);
    const typed = { name: name.trim(), phone: reading.ok ? reading.e164 : phone.trim() };
    const recipient = customerColumns({ installId, quoteId }, typed);
    if (!locked) {
      if (revision !== 0) return { code: 'gone', status: 404 };
      if ((await tx.quote.count({ where: { installId, state: 'draft' } })) >= draftsMax)
        return { code: 'too_many', status: 409 };
      await tx.quote.create({
        data: {
          installId,
          id: quoteId,
          draftEnc,
          draftRevision: 1,
          ...recipient,
          actorSub: actor?.sub ?? null,
          actorName: actor?.name ?? null,
        },
      });
      await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
      return { code: 'saved', status: 200, revision: 1 };
    }
    const { quote, evaluated } = locked;
    if (!canRewrite(evaluated, await dbNow(tx))) return { code: 'gone', status: 404 };
    if (quote.draftRevision !== revision) {
      const read = orUnreadable(() => draftOf(quote));
      const theirs = read === 'unreadable' ? null : read;
      // The same content is already stored, so an earlier request saved it and its response was lost.
      if (canonicalJson(theirs) === canonicalJson(draft))
        return { code: 'saved', status: 200, revision: quote.draftRevision };
      return {
        code: 'overtaken',
        status: 409,
        revision: quote.draftRevision,
        draft: theirs,
        savedBy: quote.actorName,
      };
    }
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      // If a version was sent, the columns with the customer's name and phone number keep the values of that version
      // until another version is sent.
      data: { draftEnc, draftRevision: revision + 1, ...(quote.version === 0 && recipient) },
    });
    await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
    return { code: 'saved', status: 200, revision: revision + 1 };
  });
}

/**
 * Discards the draft of a quote. A quote that was never sent is deleted completely. If there is no such draft, that is
 * no error.
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
 * Returns the initial text of the quote form: the saved draft, otherwise the version that was last sent. Returns null
 * if the quote does not exist, its data was purged or its draft cannot be decrypted.
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
