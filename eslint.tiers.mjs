import path from 'node:path';

/** First words of use case file names. A noun (feature folder) may import these files from another noun. */
const verbs = [
  ...['accept', 'apply', 'backfill', 'cancel', 'change', 'complete', 'confirm', 'create', 'delete', 'edit'],
  ...[
    'find',
    'fulfill',
    'import',
    'list',
    'mark',
    'move',
    'open',
    'publish',
    'purge',
    'read',
    'receive',
    'record',
    'refresh',
  ],
  ...['refund', 'require', 'run', 'save', 'search', 'send', 'set', 'start', 'sync', 'update', 'verify'],
];

/**
 * Files that other nouns may import although their name does not begin with a verb. Adding a file here is a design
 * decision.
 */
const publicFiles = [
  'lib/installs/request-budget.server',
  'lib/installs/sign-in/session.server',
  'lib/mirror/orders/order-mirror.server',
  'lib/mirror/store-mirror.server',
  'lib/mirror/sync-state.server',
  'lib/operations/bulk/bulk-run',
  'lib/operations/sending/operation-kind.server',
  'lib/operations/operation-outcome',
  'lib/operations/operation-ports.server',
  'lib/operations/sending/operation-queue.server',
  ...[
    'lib/orders/new-order/draft-of-order',
    'lib/orders/new-order/new-order-draft',
    'lib/orders/new-order/new-order-draft-schema',
  ],
  'lib/orders/order-kinds.server',
  'lib/store/store-settings',
];

/** Packages that run in any environment. The pure tiers may use no other packages. */
const purePackages = ['zod', 'libphonenumber-js/min', 'libphonenumber-js/max'];

/** The modules that lib/platform/assumptions imports. The rest of the contract imports lib/platform/assumptions. */
const contractBase = ['lib/platform/contract/common', 'lib/platform/contract/orders'];

/**
 * The import rules. The first tier that matches a file applies to it, and an import that the tier does not list is
 * refused. NOUN is the file's own folder, VERB is one of the verbs, * is any one name, ** is anything below.
 */
const tiers = [
  { files: 'lib/shared/**', may: ['lib/shared/**'], packages: purePackages },
  ...[...contractBase, 'lib/platform/assumptions'].map((files) => ({
    files,
    may: ['lib/shared/**', ...contractBase],
    packages: purePackages,
  })),
  {
    files: 'lib/platform/contract/**',
    may: ['lib/shared/**', 'lib/platform/contract/**', 'lib/platform/assumptions'],
    packages: purePackages,
  },
  { files: 'lib/platform/**', may: ['lib/shared/**', 'lib/platform/**'] },
  { files: 'lib/system/**', may: ['lib/shared/**', 'lib/system/**'] },
  { files: 'lib/worker/**', may: ['lib/**'] },
  {
    files: 'lib/*/**',
    may: [
      ...['lib/shared/**', 'lib/platform/**', 'lib/system/**', 'lib/NOUN/**'],
      ...['lib/*/VERB-*', 'lib/*/**/VERB-*', ...publicFiles],
    ],
    never: ['lib/worker/**'],
  },
  { files: 'components/ui/**', may: ['lib/shared/**', 'components/ui/**'] },
  {
    // The top row of the frame opens the X-ray panel. X-ray is not a noun of one screen, because every screen has it.
    files: 'components/frame/frame-sheet',
    may: ['components/frame/**', 'components/xray/xray-panel'],
  },
  {
    files: 'components/*/**',
    may: [
      ...['lib/shared/**', 'components/ui/**', 'components/NOUN/**', 'lib/NOUN/**'],
      ...['lib/*/*-queries', 'lib/*/**/*-queries', 'components/*/*-queries', 'components/*/**/*-queries'],
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
  // Files in the root folder: the files that Next runs follow the app's rules, the others configure tools.
  { files: 'proxy', may: ['lib/**'], never: ['lib/worker/**'] },
  { files: 'instrumentation', may: ['lib/**'], never: ['lib/worker/**'] },
  { files: '*.config', may: ['**'] },
  { files: 'eslint.tiers', may: [] },
  { files: '**', may: [] },
];

/** Packages that a unit test beside its module may also use. */
const testPackages = ['vitest', 'fast-check'];

const wordPatterns = { VERB: `(?:${verbs.join('|')})`, '**': '.*', '*': '[^/]*' };

function matches(pattern, file, noun) {
  const source = pattern.replace(/[.[\]()+?^$|\\]/g, '\\$&').replace(/NOUN|VERB|\*\*|\*/g, (word) => {
    return word === 'NOUN' ? noun : wordPatterns[word];
  });
  return new RegExp(`^${source}$`).test(file);
}

const extension = /\.[cm]?[jt]sx?$/;

/** Returns why a file may not import a specifier; undefined if it may. */
function objection(file, specifier) {
  const own = file.replace(extension, '');
  const noun = own.split('/')[1] ?? '';
  const tier = tiers.find(({ files }) => matches(files, own, noun));
  if (specifier.startsWith('../')) return "'../' hides which tier is meant: write '@/…'.";
  if (specifier.startsWith('./')) {
    return specifier.lastIndexOf('/') === 1 ? undefined : "Another folder is imported as '@/…'.";
  }
  if (!specifier.startsWith('@/')) return packageObjection(tier, own, specifier);
  const target = specifier.slice(2).replace(extension, '');
  const isAmong = (patterns) => patterns.some((pattern) => matches(pattern, target, noun));
  if (isAmong(tier.may) && !isAmong(tier.never ?? [])) return undefined;
  const never = tier.never ? `, never ${tier.never.join(', ')}` : '';
  return `${tier.files} may import ${tier.may.join(', ') || 'nothing of ours'}${never}.`;
}

function packageObjection(tier, own, specifier) {
  if (!tier.packages) return undefined;
  const allowed = own.endsWith('.test') ? [...tier.packages, ...testPackages] : tier.packages;
  if (allowed.includes(specifier)) return undefined;
  return `${tier.files} runs anywhere and may use no packages but ${tier.packages.join(', ')}.`;
}

/** Checks who may import whom (the list `tiers`), for every form of import. */
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

/** A file is named after its main export, in kebab-case. Barrel files and catch-all names such as utils are refused. */
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
