import ts from 'typescript';

/**
 * What the syntax of one source file contains: the modules that it imports, the paths, URLs and texts that it names,
 * and the number of its tests.
 */
export interface SourceFacts {
  /**
   * The import specifiers of static imports, re-exports and dynamic imports. Type-only imports are left out, because
   * they have no effect at run time and tsc checks them.
   */
  imports: string[];
  /** String literals that look like a file path from the root of the repository, for example `'lib/worker/main.ts'`. */
  paths: string[];
  /**
   * URL paths in the file. The character `*` replaces each template value, such as the id of an install in
   * `/i/ID/orders`.
   */
  addresses: string[];
  /** Message namespaces (groups of translated texts) that the file renders, for example `refund.sheet`. */
  namespaces: string[];
  /**
   * Property chains that may be the key of a translated text. For example, `words.refund.action` is stored as
   * `['words', 'refund', 'action']`.
   */
  chains: string[][];
  /** For each exported function or constant, the import specifiers of the modules that its body uses. */
  uses: Map<string, string[]>;
  /** Number of tests in the file: the calls of `test` and `it`. */
  tests: number;
}

/** Reads the imports, paths, texts and tests of a TypeScript or JavaScript file from its syntax. */
export function readFacts(file: string, text: string): SourceFacts {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const facts: SourceFacts = {
    imports: [],
    paths: [],
    addresses: [],
    namespaces: [],
    chains: [],
    uses: new Map(),
    tests: 0,
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier && !isTypeOnly(node)) facts.imports.push(textOf(node.moduleSpecifier));
      return;
    }
    if (ts.isCallExpression(node)) noteCall(facts, node);
    else if (ts.isPropertyAccessExpression(node)) noteChain(facts, node);
    else if (ts.isBindingElement(node)) noteBinding(facts, node);
    else if (ts.isPropertyAssignment(node)) noteNamespace(facts, node);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) noteText(facts, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  facts.uses = usesOf(source);
  return facts;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const named = node.exportClause;
    return node.isTypeOnly || (!!named && ts.isNamedExports(named) && allTypes(named.elements));
  }
  const clause = node.importClause;
  if (!clause) return false;
  const named = clause.namedBindings;
  return (
    clause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
    (!clause.name && !!named && ts.isNamedImports(named) && allTypes(named.elements))
  );
}

const allTypes = (elements: readonly { isTypeOnly: boolean }[]) =>
  elements.length > 0 && elements.every((element) => element.isTypeOnly);

const textOf = (node: ts.Node): string => (ts.isStringLiteralLike(node) ? node.text : '');

const translators = ['useTranslations', 'getTranslations'];
const testCallers = ['test', 'it'];

function noteCall(facts: SourceFacts, { expression, arguments: given }: ts.CallExpression): void {
  const [first] = given;
  if (expression.kind === ts.SyntaxKind.ImportKeyword && first) facts.imports.push(textOf(first));
  if (!ts.isIdentifier(expression)) {
    // `test.each(rows)(name, …)`, `it.each` and `test.for` each count as one test, because the number of their rows is
    // not known.
    const called = ts.isCallExpression(expression) ? expression.expression : undefined;
    const on = called && ts.isPropertyAccessExpression(called) ? called.expression : undefined;
    if (on && ts.isIdentifier(on) && testCallers.includes(on.text)) facts.tests += 1;
    return;
  }
  if (testCallers.includes(expression.text)) facts.tests += 1;
  if (translators.includes(expression.text) && first && ts.isStringLiteralLike(first))
    facts.namespaces.push(first.text);
}

function noteChain(facts: SourceFacts, node: ts.PropertyAccessExpression): void {
  const chain: string[] = [];
  let at: ts.Expression = node;
  for (; ts.isPropertyAccessExpression(at); at = at.expression) chain.unshift(at.name.text);
  if (ts.isIdentifier(at)) chain.unshift(at.text);
  facts.chains.push(chain);
}

/** Records a destructured name too, because `const { newOrder } = words` names the same message as `words.newOrder`. */
function noteBinding(facts: SourceFacts, { propertyName, name }: ts.BindingElement): void {
  const named = propertyName ?? name;
  if (ts.isIdentifier(named)) facts.chains.push(['words', named.text]);
}

/**
 * Records the message namespace in `getTranslations({ locale, namespace: 'print' })` and in calls of
 * createTranslator.
 */
function noteNamespace(facts: SourceFacts, { name, initializer }: ts.PropertyAssignment): void {
  if (ts.isIdentifier(name) && name.text === 'namespace' && ts.isStringLiteralLike(initializer))
    facts.namespaces.push(initializer.text);
}

function noteText(facts: SourceFacts, node: ts.StringLiteralLike | ts.TemplateExpression): void {
  if (ts.isStringLiteralLike(node) && /^[\w.-]+(?:\/[\w.@()[\]-]+)*\.\w+$/.test(node.text))
    facts.paths.push(node.text);
  const text = patternOf(node);
  if (text.startsWith('*/') || text.startsWith('/')) facts.addresses.push(...addressesOf(text));
  // In `/api${installPath(installId, '/orders')}` the URL path is an argument inside the template expression,
  // so it is read from that argument.
  if (!ts.isTemplateExpression(node) || node.head.text !== '/api') return;
  for (const { expression } of node.templateSpans) {
    const inner = ts.isCallExpression(expression) ? expression.arguments.at(-1) : undefined;
    if (inner && (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)))
      facts.addresses.push(...addressesOf(`/api/i/*${patternOf(inner)}`));
  }
}

/** Returns the text of a string or template literal, with `*` for each template value. */
function patternOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
}

/**
 * Returns the URL path that a text in the source code names, without the query. The list is empty if the text is not a
 * URL path.
 */
function addressesOf(pattern: string): string[] {
  const [path = ''] = pattern.replace(/^\*/, '').split(/[?#\s]/);
  if (!/^\/[\w*/.-]*$/.test(path)) return [];
  const parts = path.split('/').slice(1);
  const [last = ''] = parts.slice(-1);
  // A template value directly after a name is the query of the URL, as in `/orders/export${query}`. The query is not
  // part of the URL path.
  if (last !== '*' && last.endsWith('*')) parts.splice(-1, 1, last.slice(0, -1));
  if (parts.some((part) => part !== '*' && part.includes('*'))) return [];
  return [`/${parts.filter((part) => part !== '').join('/')}`];
}

function usesOf(source: ts.SourceFile): Map<string, string[]> {
  const specifierOf = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
    for (const local of [name, ...named.map((element) => element.name)])
      if (local) specifierOf.set(local.text, textOf(statement.moduleSpecifier));
  }
  const identifiers = (node: ts.Node, found = new Set<string>()): Set<string> => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, (child) => void identifiers(child, found));
    return found;
  };
  const uses = new Map<string, string[]>();
  for (const statement of source.statements) {
    const used = () => [...identifiers(statement)].flatMap((name) => specifierOf.get(name) ?? []);
    if (ts.isFunctionDeclaration(statement) && statement.name) uses.set(statement.name.text, used());
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        if (ts.isIdentifier(name)) uses.set(name.text, used());
  }
  return uses;
}
