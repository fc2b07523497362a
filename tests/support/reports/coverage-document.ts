import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type OperationName, operations } from '@/lib/platform/contract/operations';
import { idsInTitles } from './cited-requirements';
import { callersOf, pagesReaching, readersOfMirror, root } from './reach';

/** Where the document says what an operation does: the groups of docs/platform/requirements.tsv, or single ids. */
const requirementsOf: Record<OperationName, RegExp> = {
  getInstallation: /^INS-/,
  getStore: /^STO-/,
  listOrders: /^(LIST-|ORD-1$)/,
  getOrder: /^ORD-([2-57]|1[1-4])$/,
  createOrder: /^(CRE-|ORD-[689]$)/,
  patchOrder: /^(PAT-|ORD-10$)/,
  setOrderStatus: /^STA-/,
  createFulfillment: /^FUL-[1-3567]$/,
  patchFulfillment: /^FUL-[4-8]$/,
  createRefund: /^REF-/,
  listProducts: /^PRO-[1245]$/,
  listVariants: /^PRO-[35]$/,
  getProduct: /^PRO-[345]$/,
  listDiscounts: /^DIS-/,
  listMovements: /^INV-[13]$/,
  createMovement: /^INV-[23]$/,
  getWebhook: /^WHK-[16]$/,
  putWebhook: /^WHK-[236]$/,
  deleteWebhook: /^WHK-4$/,
  testWebhook: /^WHK-[578]$/,
};

type Covered = {
  name: OperationName;
  callers: string[];
  screens: string[];
  brought: string[];
  tests: string[];
};

/**
 * Text of docs/coverage.md: every operation of the platform document with its client function, the screens it is
 * reached from and its tests. All of it is read from the code, so that it can't say what is not there.
 */
export function coverageDocument(): string {
  const rows = (Object.keys(operations) as OperationName[]).map(cover);
  return `# Coverage: every operation of the platform document

Made by \`npm run coverage:docs\` from the code; a test compares it. To be changed there, not here.

Each operation is a function of [the client](../lib/platform/client.ts) by the name that [the contract](../lib/platform/contract/operations.ts) gives it. A screen is listed when its page leads to the call: by imports, by its server actions, by the reads it fetches. What the worker brings is listed by the screens that read the mirror's rows of it. "none" is meant: nobody reaches it from a screen yet.

| Operation | Scope | Client function | Screens | Tests |
|---|---|---|---|---|
${rows.map(tableRow).join('\n')}

${rows.map(section).join('\n\n')}
`;
}

function cover(name: OperationName): Covered {
  const callers = callersOf(name);
  const screens = pagesReaching(callers);
  const isMirrored = callers.some((file) => file.startsWith('lib/mirror/'));
  const brought = isMirrored ? pagesReaching(readersOfMirror(operations[name].path)) : [];
  return {
    name,
    callers,
    screens,
    brought: brought.filter((screen) => !screens.includes(screen)),
    tests: testsOf(name),
  };
}

/** Tests that name one of its requirements, or call it. */
function testsOf(name: OperationName): string[] {
  const call = new RegExp(`\\.${name}\\(|['"]${name}['"]`);
  return testFiles
    .filter(({ text, ids }) => call.test(text) || ids.some((id) => requirementsOf[name].test(id)))
    .map(({ file }) => file);
}

const testFiles = ['app', 'components', 'lib', 'sandbox', 'server', 'tests']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith('tests/lint/'))
  .sort()
  .map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
    ids: idsInTitles(path.join(root, file)),
  }));

function tableRow({ name, screens, brought, tests }: Covered): string {
  const { method, path: address, scope } = operations[name];
  const shown = screens.length + brought.length;
  return `| [\`${method} ${address}\`](#${name.toLowerCase()}) | ${scope ?? 'any'} | \`${name}\` | ${shown || 'none'} | ${tests.length || 'none'} |`;
}

function section({ name, callers, screens, brought, tests }: Covered): string {
  const { method, path: address } = operations[name];
  return `### ${name}

\`${method} ${address}\`

- Called in: ${listed(callers.map((file) => `[${file}](../${file})`))}
- Screens that lead to it: ${listed(screens.map((screen) => `\`${screen}\``))}${
    brought.length > 0
      ? `\n- Screens that show what the worker brings by it: ${listed(brought.map((screen) => `\`${screen}\``))}`
      : ''
  }
- Tests: ${listed(tests.map((file) => `[${file}](../${file})`))}`;
}

const listed = (texts: string[]) => (texts.length > 0 ? texts.join(', ') : 'none');
