import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DeleteDraftCommand, SaveDraftCommand } from '@/lib/quotes/quote-commands';
import { canonicalJson } from '@/lib/quotes/quote-content';
import { customerColumns, draftOf, lockQuote, sealDraft, typedOrSent } from '@/lib/quotes/quote-rows.server';
import { canRewrite } from '@/lib/quotes/quote-state';
import { readPhone } from '@/lib/shared/phone';
import { dbNow } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

/** `overtaken`: somebody has saved it since; `draft` is theirs. `gone`: what it belonged to is past being written. */
export type SaveDraftOutcome =
  | { code: 'saved'; status: 200; revision: number }
  | { code: 'overtaken'; status: 409; revision: number; draft: NewOrderDraft | null; savedBy: string | null }
  | { code: 'gone'; status: 404 }
  | { code: 'too_many'; status: 409 };

/** More than anyone works at; a form that is opened a thousand times fills no table. */
const draftsMax = 200;

/**
 * Keeps what is typed, on any device: a draft of its own, or beside what was sent. `revision` is the one it was made
 * from, 0 when it was never saved; saving the same text again is the same revision.
 */
export async function saveDraft(
  context: InstallContext,
  command: SaveDraftCommand,
): Promise<SaveDraftOutcome> {
  const { installId, db, actor } = context;
  const { quoteId, revision, draft } = command;
  const draftEnc = sealDraft(installId, draft);
  return db.transaction(async (tx): Promise<SaveDraftOutcome> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    const { name, phone } = draft.customer;
    // Found by it as soon as it can be read.
    const reading = readPhone(phone, context.store.country);
    const typed = { name: name.trim(), phone: reading.ok ? reading.e164 : phone.trim() };
    const recipient = customerColumns(installId, typed);
    if (!locked) {
      if (revision !== 0) return { code: 'gone', status: 404 };
      if ((await tx.quote.count({ where: { installId, state: 'draft' } })) >= draftsMax)
        return { code: 'too_many', status: 409 };
      await tx.quote.create({
        data: {
          ...{ installId, id: quoteId, draftEnc, draftRevision: 1, ...recipient },
          ...{ actorSub: actor?.sub ?? null, actorName: actor?.name ?? null },
        },
      });
      await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
      return { code: 'saved', status: 200, revision: 1 };
    }
    const { quote, evaluated } = locked;
    if (!canRewrite(evaluated, await dbNow(tx))) return { code: 'gone', status: 404 };
    if (quote.draftRevision !== revision) {
      const theirs = draftOf(quote);
      // Its own save, whose answer was lost.
      if (canonicalJson(theirs) === canonicalJson(draft))
        return { code: 'saved', status: 200, revision: quote.draftRevision };
      return {
        ...{ code: 'overtaken', status: 409, revision: quote.draftRevision },
        ...{ draft: theirs, savedBy: quote.actorName },
      };
    }
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      // Whom the last version was sent to stays known by it until another one is.
      data: { draftEnc, draftRevision: revision + 1, ...(quote.version === 0 && recipient) },
    });
    await notifyLive(tx, { installId, kind: 'quote', id: quoteId });
    return { code: 'saved', status: 200, revision: revision + 1 };
  });
}

/** Throws away what is typed; a draft that was never sent goes whole. Deleting what is not there is no error. */
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

/** What the form of a quote begins with: what is typed, else what was last sent. null: no such quote, or its data has ended. */
export async function readDraft(
  { installId, db }: InstallContext,
  quoteId: SaveDraftCommand['quoteId'],
): Promise<{ revision: number; draft: NewOrderDraft; version: number } | null> {
  return db.transaction(async (tx) => {
    const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id: quoteId } } });
    const draft = quote && (draftOf(quote) ?? (await typedOrSent(tx, quote)));
    return draft && { revision: quote.draftRevision, draft, version: quote.version };
  });
}
