import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { xrayScreens } from '@/lib/xray/xray-screens';
import { root } from '@/tests/stages/stage';
import path from 'node:path';
import { gitIn, listFiles } from './changed-files';
import { isEntry, impliedEdges, readMessages } from './screens';
import { isRegistry, readGraph, type Tree } from './module-graph';
import { kindOf, readSpecs, selectTests } from './select-tests';

/**
 * The real files of this repository. Because they are real, these tests fail if a rename or a new convention breaks the
 * selection of tests.
 */
const tree: Tree = {
  files: listFiles(gitIn(root)),
  read: (file) => readFileSync(path.join(root, file), 'utf8'),
};
const graph = readGraph(tree, impliedEdges(xrayScreens.flatMap(({ blocks }) => blocks)));
const specs = readSpecs(graph, readMessages(tree));
const select = (...changed: string[]) => selectTests(graph, changed, specs);
const files = (tests: readonly { file: string; kind?: string }[], kind?: string) =>
  tests.filter((one) => !kind || one.kind === kind).map(({ file }) => file);

test('a module selects the unit test beside it', () => {
  expect(files(select('lib/shared/numbers/money.ts').near)).toContain('lib/shared/numbers/money.test.ts');
});

test('a use case selects the integration tests that import it, nearest first', () => {
  const { near, far } = select('lib/orders/list/list-orders.server.ts');
  const found = near.filter(({ kind }) => kind === 'integration');
  expect(files(found)).toContain('tests/integration/app/orders/order-list.test.ts');
  expect(found[0]?.reason).toBe('imports it');
  expect(files(far)).toContain('tests/integration/app/system/boot.test.ts');
});

test('a test that reaches a use case only through the worker counts as far, and its reason names the worker', () => {
  const { near, far } = select('lib/orders/order/refund/refund-order.server.ts');
  expect(files(near)).not.toContain('tests/integration/app/installs/uninstall.test.ts');
  expect(
    far.find(({ file }) => file === 'tests/integration/app/installs/uninstall.test.ts')?.reason,
  ).toContain('lib/worker/');
});

test('a simulation runs only for changes in the mirror and the operations', () => {
  const simulation = 'tests/simulation/operations.test.ts';
  expect(files(select('lib/orders/order/refund/refund-order.server.ts').far)).toContain(simulation);
  expect(files(select('lib/operations/sending/run-operation.server.ts').near)).toContain(simulation);
});

test.each([
  ['components/orders/detail/refunds/refund-sheet.tsx', 'order-fulfil-refund'],
  ['lib/orders/order/refund/refund-order.server.ts', 'order-fulfil-refund'],
  ['components/products/stock-sheet/stock-sheet-dialog.tsx', 'stock-sheet'],
  ['lib/quotes/acceptance/answer-quote.server.ts', 'acceptance'],
  ['app/(admin)/i/[installId]/connection/page.tsx', 'connection-screen'],
])('for a change in %s the nearest spec is %s', (file, spec) => {
  expect(files(select(file).near, 'spec')[0]).toBe(`tests/e2e/${spec}.spec.ts`);
});

test('each spec uses a screen or a URL of the app, so that some change selects it', () => {
  const lost = specs.filter(
    ({ own, lent }) => ![...own, ...lent].some((mention) => mention.files.length > 0),
  );
  expect(specs.length).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});

test('each page has a spec that a change of the page selects', () => {
  const pages = tree.files.filter((file) => isEntry(file) && file.endsWith('page.tsx'));
  expect(pages.filter((page) => files(select(page).near, 'spec').length === 0)).toEqual([]);
});

test('every registry file exists and is recognized as a registry', () => {
  for (const file of [
    'lib/worker/main.ts',
    'lib/kinds/operation-kinds.server.ts',
    'lib/orders/order-kinds.server.ts',
  ])
    expect(tree.files.includes(file) && isRegistry(file), file).toBe(true);
});

test('a file that all tests depend on selects every test, and a note says that only npm test proves the change', () => {
  const { near, notes } = select('package-lock.json');
  expect(files(near)).toEqual(
    expect.arrayContaining(tree.files.filter((file) => kindOf(file) !== undefined)),
  );
  expect(notes.join()).toContain('npm test');
});

test('a file that no other file reads selects nothing', () => {
  expect(select('LICENSE')).toEqual({ near: [], far: [], notes: [] });
});
