import { readdirSync, readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';
import { unwritten } from '@/server/new/plan';

const messages = { ar: flatten(ar), en: flatten(en) };
const sources = readSources();

describe('messages', () => {
  it('U16: exist under the same keys in both languages', () => {
    expect(Object.keys(messages.ar).sort()).toEqual(Object.keys(messages.en).sort());
  });

  it('are written: none is still the mark that `npm run new` leaves for a missing text', () => {
    const left = Object.values(messages).flatMap((texts) =>
      Object.entries(texts).filter(([, text]) => text.startsWith(unwritten)),
    );
    expect(left).toEqual([]);
  });

  it('can be formatted, and use the same placeholders in both languages', () => {
    const broken: string[] = [];
    for (const [locale, texts] of Object.entries(messages))
      for (const key of Object.keys(texts)) {
        const onError = (error: { code: string }) => {
          if (error.code === 'INVALID_MESSAGE') broken.push(`${locale}: ${key}`);
        };
        createTranslator({ locale, messages: locale === 'ar' ? ar : en, onError })(key as never);
      }
    expect(broken).toEqual([]);
    for (const [key, text] of Object.entries(messages.ar))
      expect([key, values(text)]).toEqual([key, values(messages.en[key])]);
  });

  it('U14: have all six Arabic plural forms if they contain a plural', () => {
    for (const [key, text] of Object.entries(messages.ar))
      for (const form of text.includes(', plural,') ? ['zero', 'one', 'two', 'few', 'many', 'other'] : [])
        expect([key, text]).toEqual([key, expect.stringContaining(`${form} {`)]);
  });

  it('of a further language are among the English ones, can be formatted, and use the same placeholders', () => {
    const further = readdirSync('messages').filter((name) => !['ar.json', 'en.json'].includes(name));
    const wrong = further.flatMap((name) =>
      wrongTexts(name.replace('.json', ''), readTexts(`messages/${name}`)),
    );
    expect(wrong).toEqual([]);
    expect(
      wrongTexts('tr', { no: { such: 'text' }, orders: { title: '{count', more: '{count} more' } }),
    ).toEqual(['tr: no.such', 'tr: orders.title', 'tr: orders.more']);
  });

  it('name what is missing in a field, because "this field" does not help the reader', () => {
    const found = Object.values(messages).flatMap((texts) =>
      Object.entries(texts).filter(([, text]) => /this field|fill this in|هذا الحقل/i.test(text)),
    );
    expect(found).toEqual([]);
  });

  it('use the American spelling in English, as the dates do', () => {
    const found = Object.entries(messages.en).flatMap(([key, text]) =>
      // In a message with a select, the names of the options are codes and not texts for the user. So the test removes
      // these names before it checks the message.
      [...text.replace(/\b\w+ \{/g, '').matchAll(british)].map(([word]) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('U16: include every key that a screen uses, and no unused key', () => {
    const used = sources.flatMap(({ path, text }) => usedKeys(path, text));
    const keys = Object.keys(messages.ar);
    expect({
      missing: used.filter(({ pattern }) => !keys.some((key) => pattern.test(key))).map(({ at }) => at),
      unused: keys.filter((key) => !used.some(({ pattern }) => pattern.test(key))),
    }).toEqual({ missing: [], unused: [] });
  });
});

/** Returns the placeholders of a message: the names of its arguments and its tags. */
function values(text = ''): string[] {
  return [...new Set(text.match(/(?<=\{)\w+(?=[,}])|<\w+>/g))].sort();
}

const readTexts = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as object;

/** Returns the keys of texts that no screen can use, because the key, the format or a placeholder is wrong. */
function wrongTexts(locale: string, tree: object): string[] {
  return Object.entries(flatten(tree)).flatMap(([key, text]) => {
    const isKnown = values(text).join() === values(messages.en[key]).join() && key in messages.en;
    return isKnown && canFormat(locale, text) ? [] : [`${locale}: ${key}`];
  });
}

function canFormat(locale: string, text: string): boolean {
  let isValid = true;
  const onError = ({ code }: { code: string }) => {
    if (code === 'INVALID_MESSAGE') isValid = false;
  };
  createTranslator({ locale, messages: { text }, onError })('text' as never);
  return isValid;
}

/** British spellings of words that the screens use or could use. */
const british =
  /\b(?:fulfil|fulfils|fulfilment|cancelled|cancelling|colours?|catalogues?|favourites?|behaviour|centre|grey|cheque|labelled|licence|organise|recognise|authorise|customise)\b/gi;

describe('style', () => {
  it('U14: uses no left and no right, so that one style sheet serves both text directions', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(physicalStyle)].map(([match]) => `${path}: ${match.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "'ml-2'",
    '"sm:pr-4 flex"',
    ' -left-1 ',
    "'text-right'",
    "'rounded-tl'",
    'margin-left: 1px',
    'paddingRight: 3',
    ' right: 0;',
  ])('physicalStyle matches %s', (text) => expect(text).toMatch(physicalStyle));
  it.each([
    "'ms-2 pe-3 start-0 end-auto'",
    "'text-start rounded-s'",
    "from 'left'",
    '<ArrowRight />',
    "'border-line'",
  ])('physicalStyle does not match %s', (text) => expect(text).not.toMatch(physicalStyle));
});

/**
 * Matches Tailwind classes and CSS properties that name the left or right side of the screen. The code must use the
 * sides relative to the text direction (start and end).
 */
const physicalStyle = new RegExp(
  [
    /(?<=[\s'"`:!])-?(?:(?:scroll-)?[mp][lr]|left|right)-[\w[(]/,
    /(?<=[\s'"`:!])(?:text|float|clear)-(?:left|right)\b/,
    /(?<=[\s'"`:!])(?:border|rounded)-(?:[lr]|tl|tr|bl|br)(?=[\s'"`-])/,
    /(?<=[\s'"`:!])-?translate-x-/,
    /\b(?:margin|padding|border|inset)-(?:left|right)\b/,
    /\b(?:margin|padding|border)(?:Left|Right)\b/,
    /(?<=[\s{;])(?:left|right)\s*:\s*[^,]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function readSources(): { path: string; text: string }[] {
  const paths = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return paths
    .filter((path) => /\.(tsx?|css)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

function flatten(tree: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}

type UsedKey = { at: string; pattern: RegExp };

/**
 * Returns the message keys that a file uses through its translators. A string literal is one key. A template literal
 * matches every key that it could produce. A variable matches every key of the namespace, because the compiler has
 * checked that its type contains only keys of the messages.
 *
 * If a translator is passed to another function, the keys that the function uses are unknown. So the result reports a
 * missing key.
 */
function usedKeys(path: string, text: string): UsedKey[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const translators = new Map<ts.Node, Map<string, string>>();
  const used: UsedKey[] = [];
  const add = (node: ts.Node, pattern: string) =>
    used.push({ at: `${path}: ${node.getText()}`, pattern: new RegExp(`^${pattern}$`) });

  const declare = (node: ts.VariableDeclaration) => {
    const call =
      node.initializer && ts.isAwaitExpression(node.initializer)
        ? node.initializer.expression
        : node.initializer;
    if (
      !call ||
      !ts.isCallExpression(call) ||
      !/^((use|get)Translations|createTranslator)$/.test(call.expression.getText())
    )
      return;
    const namespace = namespaceOf(call.arguments[0]);
    const scope = scopeOf(node);
    translators.set(scope, (translators.get(scope) ?? new Map()).set(node.name.getText(), namespace));
  };
  const use = (node: ts.Identifier) => {
    const namespace = namespaceFor(node, translators);
    if (namespace === null || ts.isVariableDeclaration(node.parent)) return;
    const callee = ts.isPropertyAccessExpression(node.parent) ? node.parent : node;
    const call = callee.parent;
    const isCall = ts.isCallExpression(call) && call.expression === callee;
    if (isCall && call.arguments[0])
      for (const key of keyPatterns(call.arguments[0])) add(call, namespace + key);
    else add(node.parent, 'handed on');
  };
  const visit = (node: ts.Node, act: (node: ts.Node) => void) => {
    act(node);
    ts.forEachChild(node, (child) => visit(child, act));
  };
  visit(file, (node) => ts.isVariableDeclaration(node) && declare(node));
  visit(file, (node) => ts.isIdentifier(node) && use(node));
  return used;
}

function keyPatterns(key: ts.Expression): string[] {
  if (ts.isStringLiteralLike(key)) return [escape(key.text)];
  if (ts.isConditionalExpression(key)) return [key.whenTrue, key.whenFalse].flatMap(keyPatterns);
  if (!ts.isTemplateExpression(key)) return ['[^.]+'];
  return [
    escape(key.head.text) + key.templateSpans.map(({ literal }) => `[^.]+${escape(literal.text)}`).join(''),
  ];
}

function namespaceOf(argument: ts.Expression | undefined): string {
  if (!argument) return '';
  if (ts.isStringLiteralLike(argument)) return `${escape(argument.text)}\\.`;
  const property = ts.isObjectLiteralExpression(argument)
    ? argument.properties.find((entry) => entry.name?.getText() === 'namespace')
    : undefined;
  return property && ts.isPropertyAssignment(property) ? namespaceOf(property.initializer) : '';
}

function namespaceFor(node: ts.Identifier, translators: Map<ts.Node, Map<string, string>>): string | null {
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return null;
  for (let scope: ts.Node | undefined = node; scope; scope = scope.parent) {
    const namespace = translators.get(scope)?.get(node.text);
    if (namespace !== undefined) return namespace;
  }
  return null;
}

function scopeOf(node: ts.Node): ts.Node {
  return ts.isFunctionLike(node) || ts.isSourceFile(node) ? node : scopeOf(node.parent);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
