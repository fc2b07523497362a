import ts from 'typescript';

/**
 * A function that returns the text of a source file with one change, such as a new entry in a list. `text` is the
 * present text. `file` is the name of the file; its ending decides whether the text may contain JSX. The function
 * throws an error for the developer if the text has no place for the change, or already contains the new entry.
 */
export type Change = (text: string, file: string) => string;

/**
 * An entry of a list: a member of an object or a type, an element of an array, a case of a switch, or a JSX element.
 */
type Entry = {
  /** Name of the function, variable or type whose list gets the new entry. The list may be anywhere inside it. */
  within: string;
  /** Key of the entry after which the new entry is inserted. Exactly one entry inside `within` may have this key. */
  after: string;
  /** Key of the new entry. */
  key: string;
  /** Source of the new entry, with its comma if it needs one. */
  text: string;
};

/**
 * Returns a change that inserts an entry after another entry of the same list. The place is found in the syntax tree,
 * so the layout of the text does not matter.
 */
export function addEntry({ within, after, key, text }: Entry): Change {
  return (source, file) => {
    const owner = declarationOf(parse(source, file), within);
    if (!owner) throw new Error(`"${within}" is not declared`);
    if (entriesOf(owner, key).length > 0) throw new Error(`"${within}" already has "${key}"`);
    const places = entriesOf(owner, after);
    const [place] = places;
    if (!place || places.length > 1)
      throw new Error(`"${within}" must have "${after}" exactly once, but has it ${places.length} times`);
    return insertAfter(source, place.getEnd(), text);
  };
}

export const addAfter = (within: string, after: string, key: string, text: string): Change =>
  addEntry({ within, after, key, text });

/**
 * Returns a change that inserts a changed copy of the entry `of`, with the same indentation. `convert` makes the text
 * of the new entry from the text of `of`.
 */
export function copyEntry(
  { of, ...place }: Omit<Entry, 'text'> & { of: string },
  convert: (text: string) => string,
): Change {
  return (source, file) => {
    const owner = declarationOf(parse(source, file), place.within);
    const original = owner && entriesOf(owner, of)[0];
    if (!original) throw new Error(`"${place.within}" has no "${of}"`);
    const start = original.getStart();
    const indentation = source.slice(source.lastIndexOf('\n', start) + 1, start);
    return addEntry({ ...place, text: indentation + convert(original.getText()) })(source, file);
  };
}

/**
 * Returns a change that adds an import of one name. If the file already imports from this module in the same way, the
 * name is added to that import. If the file already imports the name, nothing changes: an earlier new part needs it too.
 */
export function addImport(module: string, name: string, { isType = false } = {}): Change {
  return (source, file) => {
    const imports = parse(source, file).statements.filter(ts.isImportDeclaration);
    const isSame = ({ importClause, moduleSpecifier }: ts.ImportDeclaration) =>
      ts.isStringLiteral(moduleSpecifier) &&
      moduleSpecifier.text === module &&
      (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) === isType;
    const bindings = imports.find(isSame)?.importClause?.namedBindings;
    const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    if (elements.some((element) => element.getText() === name)) return source;
    const last = elements.at(-1);
    if (last) return insertAfter(source, last.getEnd(), `${name},`);
    const end = imports.at(-1)?.getEnd();
    if (end === undefined) throw new Error('the file has no import');
    return insertAfter(source, end, `import ${isType ? 'type ' : ''}{ ${name} } from '${module}';`);
  };
}

/**
 * Returns a change that adds a declaration at the end of the file. `name` is the name of the declaration. The file must
 * not contain a declaration with this name yet.
 */
export function addDeclaration(name: string, text: string): Change {
  return (source, file) => {
    if (declarationOf(parse(source, file), name)) throw new Error(`"${name}" is already declared`);
    return `${source.trimEnd()}\n\n${text.trim()}\n`;
  };
}

/** A tree of texts, such as messages/en.json. */
type Texts = { [key: string]: string | Texts };

/**
 * Returns a change that adds a text, or a group of texts, to a file of messages. `path` consists of the keys of the
 * groups and the new key. The text is inserted after the key `after` of its group. Without `after`, it is added at the
 * end of the group.
 */
export function addMessage(
  path: readonly [string, ...string[]],
  message: string | Texts,
  after?: string,
): Change {
  return (source) => {
    const root = JSON.parse(source) as Texts;
    let group = root;
    for (const key of path.slice(0, -1)) {
      const next = group[key];
      if (typeof next !== 'object') throw new Error(`there is no group "${key}"`);
      group = next;
    }
    const key = path.at(-1) ?? path[0];
    if (Object.hasOwn(group, key)) throw new Error(`there is already a text "${path.join('.')}"`);
    const texts = Object.entries(group);
    const place = after === undefined ? texts.length : texts.findIndex(([one]) => one === after) + 1;
    if (after !== undefined && place === 0) throw new Error(`there is no text "${after}"`);
    texts.splice(place, 0, [key, message]);
    // The group is emptied and filled again, because JSON.stringify writes the keys in the sequence in which they were
    // added.
    for (const one of Object.keys(group)) delete group[one];
    Object.assign(group, Object.fromEntries(texts));
    return `${JSON.stringify(root, null, 2)}\n`;
  };
}

const parse = (source: string, file: string) =>
  ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);

/** Returns the declaration of a function, variable, type or interface at the top level of a file. */
function declarationOf(file: ts.SourceFile, name: string): ts.Node | undefined {
  const declared = file.statements.flatMap((statement): readonly ts.Node[] =>
    ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement],
  );
  return declared.find((node) => 'name' in node && (node.name as ts.Node | undefined)?.getText() === name);
}

/** Returns all entries with the given key inside a node, at any depth. */
function entriesOf(node: ts.Node, key: string): ts.Node[] {
  const inside: ts.Node[] = [];
  ts.forEachChild(node, (child) => void inside.push(...entriesOf(child, key)));
  return keyOf(node) === key ? [node, ...inside] : inside;
}

/** Returns the key by which `addEntry` finds a node; undefined if the node is not an entry of a list. */
function keyOf(node: ts.Node): string | undefined {
  if (ts.isObjectLiteralElementLike(node) || ts.isTypeElement(node)) return node.name && nameOf(node.name);
  if (ts.isCaseClause(node)) return nameOf(node.expression);
  if (ts.isJsxSelfClosingElement(node)) return `<${node.tagName.getText()}>`;
  if (!ts.isArrayLiteralExpression(node.parent)) return undefined;
  // An entry of a list can be a call or an object. The key of a call is its first argument; the key of an object is its
  // property `name` or `path`.
  if (ts.isCallExpression(node)) return node.arguments[0] && nameOf(node.arguments[0]);
  if (!ts.isObjectLiteralExpression(node)) return nameOf(node);
  const property = node.properties.find((one) => /^(?:name|path)$/.test(one.name?.getText() ?? ''));
  return property && ts.isPropertyAssignment(property)
    ? `${property.name.getText()}: ${nameOf(property.initializer)}`
    : undefined;
}

const nameOf = (node: ts.Node): string => (ts.isStringLiteralLike(node) ? node.text : node.getText());

/**
 * Inserts a text on its own line after a node. If the new text ends with a comma, a missing comma is added after the
 * node.
 */
function insertAfter(source: string, end: number, text: string): string {
  const hasComma = source[end] === ',';
  const comma = !hasComma && text.endsWith(',') ? ',' : '';
  const place = hasComma ? end + 1 : end;
  return `${source.slice(0, place)}${comma}\n${text}${source.slice(place)}`;
}
