import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The verbs. The file name of each use case begins with one of these verbs. A noun (a feature folder of lib)
 * may import the use cases of another noun.
 */
export const verbs = [
  'accept',
  'apply',
  'backfill',
  'cancel',
  'change',
  'complete',
  'confirm',
  'create',
  'delete',
  'edit',
  'find',
  'fulfill',
  'import',
  'list',
  'mark',
  'move',
  'open',
  'post',
  'publish',
  'purge',
  'read',
  'receive',
  'record',
  'refresh',
  'refund',
  'require',
  'run',
  'save',
  'search',
  'send',
  'set',
  'start',
  'sync',
  'update',
  'verify',
];

/**
 * The nouns (feature folders) of lib, lowest layer first, and the nouns that each may import. A noun lists only nouns
 * of earlier lines, so no cycle is possible. A noun that is not listed may import no other noun.
 *
 * The noun "operations" is the engine of all writes. It imports "installs", because every write needs the context of a
 * request (requireInstall) and uses the install's request budget. "installs" does not import "operations". When an
 * install is closed, the worker passes the function closeOperations to "installs". Callers pass in the values that
 * "operations" needs from other nouns. Their types are OperationKinds, BulkPorts and ActivityPorts. The noun "kinds"
 * builds these values for app and lib/worker, and no noun imports it.
 */
export const nouns = {
  mirror: [],
  installs: ['mirror'],
  operations: ['installs'],
  catalogue: ['mirror', 'installs'],
  discounts: ['installs'],
  ops: ['mirror'],
  doctor: ['mirror', 'ops'],
  store: ['mirror', 'installs'],
  webhooks: ['installs', 'operations'],
  xray: ['installs', 'operations'],
  orders: ['mirror', 'installs', 'operations', 'catalogue'],
  inventory: ['mirror', 'installs', 'operations', 'catalogue'],
  quotes: ['installs', 'operations', 'store', 'orders'],
  cash: ['installs', 'orders'],
  deliveries: ['installs', 'operations', 'store', 'orders', 'cash'],
  customers: ['mirror', 'installs', 'operations', 'orders', 'quotes', 'deliveries'],
  imports: ['installs', 'orders', 'quotes'],
  home: ['mirror', 'installs', 'operations', 'orders', 'quotes', 'cash', 'imports'],
  kinds: ['mirror', 'operations', 'catalogue', 'webhooks', 'orders', 'inventory', 'quotes'],
};

/**
 * Folders of lib that are not feature folders (nouns): the three layers below the features, and the worker
 * above them.
 */
export const tierFolders = ['shared', 'platform', 'system', 'worker'];

/**
 * Files that other feature folders may import although their name does not begin with a verb. Adding a file here is a
 * design decision.
 */
const publicFiles = [
  'lib/installs/compare-scopes',
  'lib/installs/request-budget.server',
  'lib/installs/roles/rights-of-changes',
  'lib/installs/sign-in/session.server',
  'lib/mirror/orders/order-mirror.server',
  'lib/mirror/store-mirror.server',
  'lib/mirror/sync-state.server',
  'lib/operations/bulk/bulk-run',
  'lib/operations/sending/operation-kind.server',
  'lib/operations/operation-outcome',
  'lib/operations/operation-ports.server',
  'lib/operations/sending/operation-queue.server',
  'lib/orders/charts/order-work',
  'lib/orders/new-order/draft-of-order',
  'lib/orders/new-order/new-order-draft',
  'lib/orders/new-order/new-order-draft-schema',
  'lib/orders/order-kinds.server',
  'lib/orders/order-status',
  'lib/orders/order/fulfillment/shipping-need',
  'lib/orders/order/payment-facts',
  'lib/store/store-settings',
];

/** Patterns of the files that other nouns may import from a noun: its use cases and the files in `publicFiles`. */
const importable = ['lib/*/VERB-*', 'lib/*/**/VERB-*', ...publicFiles];

/** Packages that run both in the browser and in Node. The pure tiers may import no other packages. */
const purePackages = ['zod', 'libphonenumber-js/min', 'libphonenumber-js/max'];

/** Folder of the workspace package. Its files name each other by relative paths, and nothing outside the folder. */
const packageFolder = 'lib/platform/';

/** Name and entry points of the workspace package. Other folders import its entry points by this name. */
const workspacePackage = JSON.parse(
  readFileSync(new URL(`${packageFolder}package.json`, import.meta.url), 'utf8'),
);

/**
 * Modules of the package without requests, servers or guesses: ids, texts and sums. Every tier may import them, because
 * they run anywhere and depend on zod only.
 */
const packageBase = ['ids', 'storable-text', 'sum-lines', 'text'].map(
  (name) => `lib/platform/contract/${name}`,
);

/**
 * Modules of the platform contract that lib/platform/assumptions.ts imports. These modules must not import the
 * assumptions, because that would be an import cycle. All other modules of the contract may import the
 * assumptions.
 */
const contractBase = [...packageBase, 'lib/platform/contract/common', 'lib/platform/contract/orders'];

/**
 * The import rules. Each entry is for one tier (a set of files). For each file, the first entry whose pattern
 * matches applies. An import that the entry does not list is refused. In patterns, NOUN is the file's own
 * feature folder, VERB is one of the verbs, * is any one name, ** is any path.
 */
const tiers = [
  ...[...contractBase, 'lib/platform/assumptions'].map((files) => ({
    files,
    may: contractBase,
    packages: ['zod'],
  })),
  {
    files: 'lib/platform/contract/**',
    may: ['lib/platform/contract/**', 'lib/platform/assumptions'],
    packages: ['zod'],
  },
  {
    // The examples import the package by its name, as another app does.
    files: 'lib/platform/examples/**',
    may: ['lib/platform/**'],
    packages: ['zod', 'node:**'],
  },
  { files: 'lib/platform/**', may: ['lib/platform/**'], packages: ['zod', 'node:**'] },
  { files: 'lib/shared/**', may: ['lib/shared/**', ...packageBase], packages: purePackages },
  { files: 'lib/system/**', may: ['lib/shared/**', ...packageBase, 'lib/system/**'] },
  { files: 'lib/worker/**', may: ['lib/**'] },
  {
    // The table `nouns` says from which other nouns a noun may import. From these nouns, a file may import
    // only the use cases and the public files.
    files: 'lib/*/**',
    may: ['lib/shared/**', 'lib/platform/**', 'lib/system/**', 'lib/NOUN/**'],
    isNoun: true,
  },
  { files: 'components/ui/**', may: ['lib/shared/**', 'components/ui/**'] },
  {
    // The top row of every screen opens three panels, which components/frame/frame-sheet.tsx shows. One of them
    // is the X-ray panel. The file frame-sheet may therefore import the X-ray panel.
    files: 'components/frame/frame-sheet',
    may: ['components/frame/**', 'components/xray/xray-panel'],
  },
  {
    files: 'components/*/**',
    may: [
      'lib/shared/**',
      ...packageBase,
      'components/ui/**',
      'components/NOUN/**',
      'lib/NOUN/**',
      'lib/*/*-queries',
      'lib/*/**/*-queries',
      'components/*/*-queries',
      'components/*/**/*-queries',
    ],
    never: ['**.server'],
  },
  { files: 'app/**', may: ['app/**', 'components/**', 'lib/**', 'messages/*'], never: ['lib/worker/**'] },
  {
    files: 'sandbox/**',
    may: ['sandbox/**', 'lib/shared/**', 'lib/platform/contract/**', 'lib/platform/assumptions'],
  },
  { files: 'server/**', may: ['**'] },
  { files: 'tests/**', may: ['**'] },
  // Files in the root folder. The files that Next runs have the import rules of the app. The other files
  // configure tools.
  { files: 'proxy', may: ['lib/**'], never: ['lib/worker/**'] },
  { files: 'instrumentation', may: ['lib/**'], never: ['lib/worker/**'] },
  { files: '*.config', may: ['**'] },
  { files: 'eslint.tiers', may: [] },
  { files: '**', may: [] },
];

/** Packages that every unit test may import. Other packages need the permission of the test's tier. */
const testPackages = ['vitest', 'fast-check'];

const wordPatterns = { VERB: `(?:${verbs.join('|')})`, '**': '.*', '*': '[^/]*' };

function matches(pattern, file, noun) {
  const source = pattern.replace(/[.[\]()+?^$|\\]/g, '\\$&').replace(/NOUN|VERB|\*\*|\*/g, (word) => {
    return word === 'NOUN' ? noun : wordPatterns[word];
  });
  return new RegExp(`^${source}$`).test(file);
}

const extension = /\.[cm]?[jt]sx?$/;

/** Returns the reason why a file may not import `specifier` (the text after `from`); undefined if it may. */
function objection(file, specifier) {
  const own = file.replace(extension, '');
  const noun = own.split('/')[1] ?? '';
  const tier = tiers.find(({ files }) => matches(files, own, noun));
  const isInPackage = own.startsWith(packageFolder);
  if (isInPackage && specifier.startsWith('.')) return targetObjection(tier, noun, targetOf(own, specifier));
  if (specifier.startsWith('../')) return "'../' hides which tier is meant: write '@/…'.";
  if (specifier.startsWith('./')) {
    return specifier.lastIndexOf('/') === 1 ? undefined : "Another folder is imported as '@/…'.";
  }
  if (specifier.startsWith(`${workspacePackage.name}/`)) {
    const inside = specifier.slice(workspacePackage.name.length + 1);
    if (isInPackage && !own.startsWith(`${packageFolder}examples/`))
      return `A file of ${packageFolder} imports another one by its relative path.`;
    return targetObjection(tier, noun, packageFolder + inside);
  }
  if (!specifier.startsWith('@/')) return packageObjection(tier, own, specifier);
  if (isInPackage)
    return `${packageFolder} imports nothing outside its folder: let the caller pass in what is needed.`;
  const target = specifier.slice(2).replace(extension, '');
  if (target.startsWith(packageFolder)) return pathObjection(own, target.slice(packageFolder.length));
  return targetObjection(tier, noun, target);
}

/** Returns the reason why a file of this tier may not import this file of the repository; undefined if it may. */
function targetObjection(tier, noun, target) {
  // brand.ts has only names and colors, so every tier except the package may import it.
  if (target === 'brand' && !tier.files.startsWith(packageFolder)) return undefined;
  const isAmong = (patterns) => patterns.some((pattern) => matches(pattern, target, noun));
  if (tier.isNoun && isOtherNoun(noun, target)) return nounObjection(noun, target);
  if (isAmong(tier.may) && !isAmong(tier.never ?? [])) return undefined;
  const never = tier.never ? `, never ${tier.never.join(', ')}` : '';
  return `${tier.files} may import ${tier.may.join(', ') || 'nothing of ours'}${never}.`;
}

/** Returns the path of a relative import from the root of the repository. */
function targetOf(own, specifier) {
  return path.posix.join(path.posix.dirname(own), specifier).replace(extension, '');
}

/**
 * Returns the reason why a file outside the package may not import a file of the package by its path; undefined if it
 * may. Only tests may do so, and only for a module that is no entry point.
 */
function pathObjection(own, inside) {
  const isEntry = `./${inside}` in workspacePackage.exports;
  if (own.startsWith('tests/') && !isEntry) return undefined;
  return isEntry
    ? `Import '${workspacePackage.name}/${inside}'.`
    : `${packageFolder}${inside} is no entry point of ${workspacePackage.name} (${packageFolder}package.json).`;
}

function isOtherNoun(noun, target) {
  const [folder, other] = target.split('/');
  return folder === 'lib' && other !== noun && !tierFolders.includes(other);
}

/** Returns the reason why a file of one noun may not import a file of another noun; undefined if it may. */
function nounObjection(noun, target) {
  const other = target.split('/')[1];
  const may = nouns[noun] ?? [];
  if (!may.includes(other)) {
    const allowed = may.length > 0 ? `only the nouns ${may.join(', ')}` : 'no other noun';
    return `lib/${noun} may import ${allowed}, and ${target} is in ${other}: let the caller pass in what is needed.`;
  }
  if (importable.some((pattern) => matches(pattern, target, noun))) return undefined;
  return (
    `The name of ${target} does not begin with a verb, so only lib/${other} may import it. ` +
    `If it is a use case, rename the file: the first word must be one of ${verbs.join(', ')}. ` +
    "If it is not a use case, add it to 'publicFiles' in eslint.tiers.mjs."
  );
}

function packageObjection(tier, own, specifier) {
  if (!tier.packages) return undefined;
  const allowed = own.endsWith('.test') ? [...tier.packages, ...testPackages] : tier.packages;
  if (allowed.some((name) => matches(name, specifier, ''))) return undefined;
  return `${tier.files} runs anywhere and may use no packages but ${tier.packages.join(', ')}.`;
}

/** ESLint rule: checks every form of import against the list `tiers`. */
export const tiersRule = {
  meta: { type: 'problem', schema: [], fixable: 'code' },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (node) => {
      const specifier = node?.value;
      const message = typeof specifier === 'string' ? objection(file, specifier) : undefined;
      if (message)
        context.report({ node, message, fix: specifier.startsWith('.') ? fix(node, specifier) : null });
    };
    const fix = (node, specifier) => (fixer) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      return target.startsWith('..') ? null : fixer.replaceText(node, `'@/${target}'`);
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
    };
  },
};

const forbiddenNames = ['index', 'utils', 'util', 'helpers', 'helper', 'misc', 'types'];

/**
 * ESLint rule: a file name is in kebab-case and should be the name of the main export. Barrel files (index)
 * and names that say nothing, such as utils, are refused.
 */
export const fileNameRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const name = path.basename(context.filename).replace(extension, '');
    return {
      Program(node) {
        if (forbiddenNames.includes(name)) {
          context.report({ node, message: `'${name}' says nothing: name the file after its main export.` });
        } else if (!/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name)) {
          context.report({ node, message: `'${name}' is not in kebab-case.` });
        }
      },
    };
  },
};

/**
 * Paths and parameter names of the platform: the OAuth endpoints, the metadata, the API base, the pages of the store
 * admin and the launch token.
 */
const platformPath = /\/oauth\/|\/v\d+(?=\/|$)|\/\.well-known\/|\/admin\/stores\b|\blaunch_token\b/;

/**
 * ESLint rule: only lib/platform and the sandbox may contain paths of the platform. Other code calls
 * functions of lib/platform to get them, because each deployment can change each path by an environment
 * variable.
 */
export const platformPathRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node, text) => {
      const found = platformPath.exec(text)?.[0];
      if (found)
        context.report({
          node,
          message: `'${found}' is a path or a name of the platform: take it from lib/platform (deployment.ts, oauth-endpoints.ts).`,
        });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node, node.value.cooked ?? node.value.raw);
      },
      JSXText(node) {
        check(node, node.value);
      },
    };
  },
};
