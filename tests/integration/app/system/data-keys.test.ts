import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeUninstalled } from '@/lib/installs/purge-uninstalled.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { decrypt, type Place, UnreadableValue } from '@/lib/system/keys/crypto';
import { forgetDataKeys, readDataKeys } from '@/lib/system/keys/data-keys';
import { loadDataKeys, systemQuery } from '@/lib/system/db';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { sentQuote } from '@/tests/support/integration/sent-quote';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

const keyIds = async () =>
  (await world.system<{ id: string }>('SELECT id FROM data_keys WHERE install_id = $1', [installId])).map(
    ({ id }) => id,
  );
const linkEnc = async (quoteId: string) =>
  (await world.system<{ link_enc: string }>('SELECT link_enc FROM quotes WHERE id = $1', [quoteId]))[0]
    ?.link_enc ?? '';

it('the values of an install begin with the id of its one data key', async () => {
  const { quoteId } = await sentQuote(context);
  const [id, ...others] = await keyIds();
  expect(others).toEqual([]);
  expect(await linkEnc(quoteId)).toMatch(new RegExp(`^${id}\\.`));
  const phone = '+963944123456';
  const found = await listQuotes(context, QuoteListQuery.parse({ q: phone }));
  expect(found.quotes.map((quote) => quote.id)).toContain(quoteId);
});

it('processes that load the first data key of an install at the same time use the same key', async () => {
  const other = await world.install({ store: 1 });
  await world.system('DELETE FROM data_keys WHERE install_id = $1', [other]);
  await Promise.all(Array.from({ length: 8 }, () => readDataKeys([other], systemQuery)));
  const rows = await world.system('SELECT id FROM data_keys WHERE install_id = $1', [other]);
  expect(rows).toHaveLength(1);
});

it('an install that does not exist gets no data key', async () => {
  await loadDataKeys(['ins_of_nobody']);
  expect(await world.system("SELECT id FROM data_keys WHERE install_id = 'ins_of_nobody'")).toEqual([]);
});

it('the purge of an install deletes its data key, and a copy of a value can no longer be decrypted', async () => {
  const { quoteId } = await sentQuote(context);
  const copy = await linkEnc(quoteId);
  const place: Place = { installId, column: 'quotes.link_enc', row: [quoteId] };
  await loadDataKeys([installId]);
  expect(decrypt(copy, place)).toContain('"');
  await world.system(
    `UPDATE installs SET status = 'revoked', revoked_at = now() - interval '25 hours' WHERE install_id = $1`,
    [installId],
  );
  await purgeUninstalled();
  expect(await keyIds()).toEqual([]);
  forgetDataKeys(installId);
  await loadDataKeys([installId]);
  expect(() => decrypt(copy, place)).toThrow(UnreadableValue);
  expect(await keyIds()).toEqual([]);
});
