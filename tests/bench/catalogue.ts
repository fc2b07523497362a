import { InstallId } from 'commerce-platform-client/contract/ids';
import { nothingChosen } from '@/lib/shared/screen-words';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { insertManyProducts } from '@/tests/support/mirror/many-products';
import { mirrorEnv, superuserOf } from '@/tests/support/mirror/mirror-database';
import { startTestServer } from '@/tests/support/stack/test-server';
import { clock, quantile, report } from './times';

/**
 * Measures three actions without a browser, in a store with 100,000 variants: a catalogue search, one page of the
 * product list, and the matching of a pasted message of 30 items. The times of searches and list pages include their
 * transaction. These times are compared with a reference from the same run: a tenant transaction that reads one row by
 * its primary key.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/catalogue.ts [products] [rounds]
 */
const count = Number(process.argv[2] ?? 40_000);
const rounds = Number(process.argv[3] ?? 60);
const large = InstallId.parse('inst_large');
const middle = Math.floor(count / 2);

const queries: Record<string, string> = {
  'nothing: what was last changed': '',
  'barcode, whole': String(6_210_000_000_000 + 4 * middle + 1),
  'SKU, whole': `SKU-${middle}-1`,
  'DSIN, whole': `DSSY${1_000_000 + middle}`,
  'part of a barcode': String(6_210_000_000_000 + 4 * middle + 1).slice(5, 11),
  'a code nobody has': '4006381333931',
  'word, 1 in 5,000': 'c4ca42',
  'word, Arabic, rare': 'خزامى',
  'word, 1 in 311': 'lavender',
  'word, 1 in 83': 'jasmine',
  'word, 1 in 8, begins the name': 'صابون',
  'word, 1 in 8, within the name': 'غار',
  'word, 1 in 4, within the name': 'soap',
  'word that most have': 'غ',
  'two words': 'غار بلدي',
  'two words, turned round': 'handmade olive',
  'three words, with a size': 'زعتر فاخر 500',
  'one letter': 'ز',
  'two letters': 'so',
  'two digits': '77',
  'a word nobody has': 'zzzqqq',
  'a long sentence': 'two bars of the good olive oil soap that my mother bought last summer',
};

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
Object.assign(process.env, mirrorEnv(database));

const { listProducts, ProductListQuery } = await import('@/lib/catalogue/list-products.server');
const { searchCatalogue } = await import('@/lib/catalogue/search-catalogue.server');
const { matchMessage } = await import('@/lib/catalogue/match-message.server');
const { closeDb, tenantDb } = await import('@/lib/system/db');

const superuser = await superuserOf(server, database);
try {
  const fillMs = await clock(async () => {
    await insertManyProducts(superuser, 'inst_small', 1_000);
    await insertManyProducts(superuser, large, count);
  });
  const { rows } = await superuser.query<{ variants: string }>(
    'SELECT count(*) AS variants FROM variants WHERE install_id = $1',
    [large],
  );
  process.stdout.write(
    `${count} products, ${rows[0]?.variants} variants, filled in ${Math.round(fillMs / 1000)} s\n`,
  );
  const db = tenantDb(large);
  const context = {
    installId: large,
    db,
    scopes: new Set(['products:read', 'inventory:read']),
    platform: {} as never,
    actor: null,
    sessionEndsAt: null,
    grantedScopes: [],
    role: 'owner' as const,
    locale: 'ar' as const,
    storeLocale: 'ar' as const,
    screen: nothingChosen,
    store: {} as never,
  };
  const search = async (text: string) => {
    const found = await searchCatalogue(context, text);
    const hits = found.code === 'found' ? found.hits : [];
    return `${hits.length} hits: ${hits[0]?.productName ?? ''}`;
  };
  const list = async (query: object) => {
    const view = await listProducts(context, ProductListQuery.parse(query));
    if (view.code !== 'found') throw new Error(view.code);
    return `${view.products.length} products${view.next ? ' and more' : ''}`;
  };
  const { rows: half } = await superuser.query<{ updated_at: Date; id: string }>(
    'SELECT updated_at, id FROM products WHERE install_id = $1 ORDER BY updated_at DESC, id DESC OFFSET $2 LIMIT 1',
    [large, middle],
  );
  const cursor = `${half[0]?.updated_at.toISOString()} ${half[0]?.id}`;
  /** The measured reads, by name. Each returns a description of its result for the printed table. */
  const reads: Record<string, () => Promise<string>> = {
    ...Object.fromEntries(Object.entries(queries).map(([name, text]) => [name, () => search(text)])),
    'products: first page': () => list({}),
    'products: deep page': () => list({ cursor }),
    'products: of a status': () => list({ status: 'hidden' }),
    'products: word, 1 in 83': () => list({ q: 'jasmine' }),
    'products: word, 1 in 4': () => list({ q: 'soap' }),
    'products: word and status': () => list({ q: 'soap', status: 'out_of_stock' }),
    'products: SKU, whole': () => list({ q: `SKU-${middle}-1` }),
  };
  const oneRow = () => db.transaction((tx) => tx.install.findUnique({ where: { installId: large } }));
  const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
  const reference: number[] = [];
  const pasted: number[] = [];
  const message = Array.from({ length: 30 }, (_, n) => `${n + 2} صابونة غار ${n % 2 ? 'بلديه' : 'فاخر'}`);
  // The measured reads alternate, so that other load on the machine affects all of them equally. The first round is a
  // warm-up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const referenceMs = await clock(oneRow);
    if (round > 0) reference.push(referenceMs);
    for (const [name, read] of Object.entries(reads)) {
      const ms = await clock(read);
      if (round > 0) times.get(name)?.push(ms);
    }
    if (round % 10 !== 1) continue;
    pasted.push(await clock(() => matchMessage(context, { installId: large, text: message.join('\n') })));
  }
  report('one row by key (the reference)', reference);
  for (const [name, read] of Object.entries(reads)) {
    const said = await read();
    const ratio = quantile(times.get(name) ?? [], 0.5) / quantile(reference, 0.5);
    report(name, times.get(name) ?? [], `ratio ${ratio.toFixed(1)}, ${said}`);
  }
  report('a pasted message of 30 items', pasted);
} finally {
  await closeDb();
  await superuser.end();
  await server.stop();
}
