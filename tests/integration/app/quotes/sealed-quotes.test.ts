import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { acceptForCustomer, duplicateQuote } from '@/lib/quotes/change-quote.server';
import { contentPlace, detailPlace, draftPlace } from '@/lib/quotes/quote-rows.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { deleteDraft, readDraft } from '@/lib/quotes/save-draft.server';
import type { SentQuote } from '@/lib/quotes/send-quote.server';
import { OperationId } from '@/lib/shared/operation-id';
import { decrypt, encrypt, sha256Hex } from '@/lib/system/keys/crypto';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { openPage, postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';

let world: AppWorld;
let context: InstallContext;

beforeAll(async () => {
  ({ world, context } = await startStoreWorld());
});
afterAll(() => world.stop());

const contentEncOf = async ({ quoteId }: SentQuote) => {
  const [row] = await world.system<{ content_enc: string }>(
    'SELECT content_enc FROM quote_versions WHERE quote_id = $1',
    [quoteId],
  );
  return row?.content_enc ?? '';
};
const overwrite = ({ quoteId }: SentQuote, contentEnc: string) =>
  world.system('UPDATE quote_versions SET content_enc = $2 WHERE quote_id = $1', [quoteId, contentEnc]);

/** Expects that nobody can read or accept the quote. */
async function expectRefused(quote: SentQuote): Promise<void> {
  const page = await openPage(quote.token).catch(() => null);
  expect(page?.status ?? 500).toBeGreaterThanOrEqual(400);
  await postForm(quote.token).catch(() => null);
  await acceptForCustomer(context, {
    installId: context.installId,
    quoteId: quote.quoteId,
    version: 1,
    agreedHow: 'by phone',
    operationId: OperationId.parse(randomUUID()),
  }).catch(() => null);
  const [row] = await world.system<{ state: string; operation_id: string | null }>(
    'SELECT state, operation_id FROM quotes WHERE id = $1',
    [quote.quoteId],
  );
  expect(row).toEqual({ state: 'sent', operation_id: null });
}

it('a quote with the encrypted content of another quote is refused', async () => {
  const [mine, other] = [await sentQuote(context), await sentQuote(context)];
  expect((await openPage(mine.token)).status).toBe(200);
  await overwrite(mine, await contentEncOf(other));
  await expectRefused(mine);
});

it('S7: a quote whose content differs from its hash is refused', async () => {
  const [mine, other] = [await sentQuote(context), await sentQuote(context)];
  const place = ({ quoteId }: SentQuote) =>
    contentPlace({ installId: context.installId, quoteId, version: 1 });
  // The test encrypts the content of another quote in such a way that the app can decrypt it in the row of this quote.
  // So only the content hash can detect the change.
  const content = decrypt(await contentEncOf(other), place(other));
  await overwrite(mine, encrypt(content, place(mine)));
  await expectRefused(mine);
});

it('a quote that cannot be decrypted is shown as unreadable, and the list shows the other quotes', async () => {
  const [broken, whole] = [await sentQuote(context), await sentQuote(context)];
  await world.system(
    `UPDATE quotes SET customer_enc = 'gone.' || customer_enc, link_enc = 'gone.' || link_enc WHERE id = $1`,
    [broken.quoteId],
  );
  await overwrite(broken, `gone.${await contentEncOf(broken)}`);
  await world.system(`UPDATE quote_events SET detail_enc = 'gone.a.b.c' WHERE quote_id = $1`, [
    broken.quoteId,
  ]);
  const { quotes } = await listQuotes(context, QuoteListQuery.parse({}));
  const shown = new Map(quotes.map((quote) => [quote.id, quote]));
  expect(shown.get(broken.quoteId)).toMatchObject({ isUnreadable: true, customerName: null });
  expect(shown.get(whole.quoteId)).toMatchObject({ isUnreadable: false, customerName: 'سلمى الخطيب' });
  const view = await readQuote(context, broken.quoteId);
  expect(view).toMatchObject({ isUnreadable: true, content: null, link: null });
  expect(view?.events).toMatchObject([{ kind: 'sent', message: null }]);
  expect(view?.can).toMatchObject({ rewrite: false, retry: false, accept: false });
  expect((await openPage(broken.token)).status).toBe(404);
});

it('a draft that cannot be decrypted is shown as unreadable and can be deleted', async () => {
  const whole = await sentQuote(context);
  const quoteId = QuoteId.parse(randomUUID());
  const { installId } = context;
  const duplicate = { installId, quoteId: whole.quoteId, newQuoteId: quoteId };
  expect(await duplicateQuote(context, duplicate)).toMatchObject({ code: 'succeeded' });
  await world.system(`UPDATE quotes SET draft_enc = 'gone.a.b.c' WHERE id = $1`, [quoteId]);
  const { quotes } = await listQuotes(context, QuoteListQuery.parse({ state: 'draft' }));
  expect(quotes).toMatchObject([{ id: quoteId, isUnreadable: true }]);
  expect(await readDraft(context, quoteId)).toBeNull();
  await deleteDraft(context, { installId, quoteId });
  expect(await readQuote(context, quoteId)).toBeNull();
});

it.each(['{}', 'x', '"text"', 'null'])(
  'a quote whose decrypted values are %s is shown as unreadable, and the list shows the other quotes',
  async (plain) => {
    const [broken, draft, whole] = [
      await sentQuote(context),
      await sentQuote(context),
      await sentQuote(context),
    ];
    const { installId } = context;
    const row = { installId, id: broken.quoteId };
    await world.system('UPDATE quotes SET customer_enc = $2 WHERE id = $1', [
      broken.quoteId,
      encrypt(plain, { installId, column: 'quotes.customer_enc', row: [broken.quoteId] }),
    ]);
    await world.system('UPDATE quotes SET draft_enc = $2 WHERE id = $1', [
      draft.quoteId,
      encrypt(plain, draftPlace({ ...row, id: draft.quoteId })),
    ]);
    await world.system(`UPDATE quote_versions SET content_enc = $2, content_hash = $3 WHERE quote_id = $1`, [
      broken.quoteId,
      encrypt(plain, contentPlace({ installId, quoteId: broken.quoteId, version: 1 })),
      sha256Hex(plain),
    ]);
    const [event] = await world.system<{ id: string }>('SELECT id FROM quote_events WHERE quote_id = $1', [
      broken.quoteId,
    ]);
    await world.system('UPDATE quote_events SET detail_enc = $2 WHERE id = $1', [
      event?.id,
      encrypt(plain, detailPlace({ installId, id: event?.id ?? '' })),
    ]);
    const { quotes } = await listQuotes(context, QuoteListQuery.parse({}));
    const shown = new Map(quotes.map((quote) => [quote.id, quote]));
    expect(shown.get(broken.quoteId)).toMatchObject({ isUnreadable: true, customerName: null });
    expect(shown.get(draft.quoteId)).toMatchObject({ isUnreadable: true });
    expect(shown.get(whole.quoteId)).toMatchObject({ isUnreadable: false, customerName: 'سلمى الخطيب' });
    expect(await readQuote(context, broken.quoteId)).toMatchObject({ isUnreadable: true, content: null });
    const page = await openPage(broken.token);
    expect(page.status).toBe(404);
  },
);
