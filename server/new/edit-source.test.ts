import { describe, expect, it } from 'vitest';
import { addEntry, addImport, addMessage, copyEntry } from './edit-source';

const source = `import { a } from 'one';

export const kinds = define(['first', 'second'] as const);
const table = { first: { x: 1 }, 'second one': { x: 2 } };
type Names = { first: string };
function nameOf(kind: string) {
  switch (kind) {
    case 'first':
      return <Name kind="first" />;
  }
}
const blocks = [{ name: 'first', at }, call('second', 1)];
`;

/**
 * Inserts an entry with the key `added` after the entry `after`. Returns the lines of the result that are not in the
 * source.
 */
function added(within: string, after: string, text = 'added,'): string[] {
  const before = source.split('\n');
  return addEntry({ within, after, key: 'added', text })(source, 'x.tsx')
    .split('\n')
    .filter((line) => !before.includes(line));
}

describe('addEntry', () => {
  it.each([
    ['an array inside a call', 'kinds', 'first', "export const kinds = define(['first',"],
    [
      'the last element, which has no comma',
      'kinds',
      'second',
      "export const kinds = define(['first', 'second',",
    ],
    ['an object', 'table', 'first', 'const table = { first: { x: 1 },'],
    ['a key in quotes', 'table', 'second one', "const table = { first: { x: 1 }, 'second one': { x: 2 },"],
    ['a type', 'Names', 'first', 'type Names = { first: string,'],
    ['a JSX element', 'nameOf', '<Name>', '      return <Name kind="first" />,'],
    ['an object with a name', 'blocks', 'name: first', "const blocks = [{ name: 'first', at },"],
    ['a call with a name', 'blocks', 'second', "const blocks = [{ name: 'first', at }, call('second', 1),"],
  ])('inserts an entry after %s', (_, within, after, line) => {
    expect(added(within, after).slice(0, 2)).toEqual([line, expect.stringContaining('added,')]);
  });

  it('inserts a case after a case', () => {
    expect(added('nameOf', 'first', "case 'added':")).toEqual(["case 'added':"]);
  });

  it('refuses a declaration and a place that are not there, and a place that is there twice', () => {
    expect(() => added('gone', 'first')).toThrow('"gone" is not declared');
    expect(() => added('kinds', 'third')).toThrow('must have "third" exactly once, but has it 0 times');
    expect(() => added('table', 'x')).toThrow('must have "x" exactly once, but has it 2 times');
  });

  it('refuses an entry that is already there', () => {
    expect(() =>
      addEntry({ within: 'kinds', after: 'first', key: 'second', text: '' })(source, 'x.tsx'),
    ).toThrow('"kinds" already has "second"');
  });
});

it('copyEntry inserts a changed copy with the indentation of the original', () => {
  const types = 'interface Paths {\n    first: 1;\n    last: 2;\n}\n';
  const copy = copyEntry({ within: 'Paths', of: 'first', after: 'last', key: 'third' }, (text) =>
    text.replace('first', 'third'),
  );
  expect(copy(types, 'x.d.ts')).toBe('interface Paths {\n    first: 1;\n    last: 2;\n    third: 1;\n}\n');
});

it('addImport adds a name to an import of the same module, and else a new import', () => {
  const add = (module: string, isType?: boolean) =>
    addImport(module, 'b', { isType: isType === true })("import { a } from 'one';\n", 'x.ts');
  expect(add('one')).toBe("import { a,\nb, } from 'one';\n");
  expect(add('one', true)).toBe("import { a } from 'one';\nimport type { b } from 'one';\n");
  expect(add('two')).toBe("import { a } from 'one';\nimport { b } from 'two';\n");
});

it('addImport changes nothing if the file already imports the name', () => {
  const imported = "import { a, b } from 'one';\n";
  expect(addImport('one', 'a')(imported, 'x.ts')).toBe(imported);
});

it('addMessage inserts a text after another text', () => {
  const changed = addMessage(['b'], 'B', 'a')(JSON.stringify({ a: 'A', c: 'C' }), 'en.json');
  expect(Object.keys(JSON.parse(changed) as object)).toEqual(['a', 'b', 'c']);
});

it('addMessage refuses a group that is not there and a text that is already there', () => {
  const messages = JSON.stringify({ kind: { first: 'First' } });
  expect(JSON.parse(addMessage(['kind', 'second'], 'Second')(messages, 'en.json'))).toEqual({
    kind: { first: 'First', second: 'Second' },
  });
  expect(() => addMessage(['kind', 'second'], '', 'gone')(messages, 'en.json')).toThrow('no text "gone"');
  expect(() => addMessage(['gone', 'second'], '')(messages, 'en.json')).toThrow('there is no group "gone"');
  expect(() => addMessage(['kind', 'first'], '')(messages, 'en.json')).toThrow('a text "kind.first"');
});
