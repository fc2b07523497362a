import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { acceptForCustomer } from '@/lib/quotes/change-quote.server';
import { contentPlace } from '@/lib/quotes/quote-rows.server';
import type { SentQuote } from '@/lib/quotes/send-quote.server';
import { OperationId } from '@/lib/shared/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { decrypt, encrypt } from '@/lib/system/crypto';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { openPage, postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';

let world: AppWorld;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  const installId = await world.install();
  context = await installContext(installId);
  await refreshStore(installId, installClient(installId, 'person'));
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
    ...{ installId: context.installId, quoteId: quote.quoteId, version: 1, agreedHow: 'by phone' },
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

it('a quote whose content differs from its hash is refused', async () => {
  const [mine, other] = [await sentQuote(context), await sentQuote(context)];
  const place = ({ quoteId }: SentQuote) =>
    contentPlace({ installId: context.installId, quoteId, version: 1 });
  // Only the hash can detect content that was encrypted for this row.
  const content = decrypt(await contentEncOf(other), place(other));
  await overwrite(mine, encrypt(content, place(mine)));
  await expectRefused(mine);
});
