import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nouns, tierFolders } from '@/eslint.tiers.mjs';
import { gitIn, listFiles } from '@/tests/near/changed-files';
import { resolveImport } from '@/tests/near/module-graph';
import { root } from '@/tests/stages/stage';

const product = /^(?:app|components|lib|sandbox|server)\//;
const files = listFiles(gitIn(root)).filter((file) => product.test(file) && !file.includes('/generated/'));
const known = new Set(files);

/** Maps each source file to the source files that it imports, including type imports and dynamic imports. */
const imports = new Map(
  files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true);
      return [file, importedFiles.flatMap(({ fileName }) => resolveImport(known, file, fileName) ?? [])];
    }),
);

it('no file imports itself by way of other files, not even for a type', () => {
  expect(cycles(imports)).toEqual([]);
});

it('a cycle of three files is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['a']],
  ]);
  expect(cycles(graph)).toEqual([['a', 'b', 'c']]);
});

describe('the folders of lib', () => {
  const folderOf = (file: string) => /^lib\/([^/]+)\//.exec(file)?.[1];
  const folders = [...new Set(files.flatMap((file) => folderOf(file) ?? []))].sort();

  /**
   * Maps each folder of lib to the other folders of lib that it imports. The keys and the values are sorted as in
   * `folders`.
   */
  const folderImports = new Map(
    folders.map((folder) => {
      const own = [...imports]
        .filter(([file]) => folderOf(file) === folder)
        .flatMap(([, targets]) => targets);
      return [
        folder,
        folders.filter((other) => other !== folder && own.some((to) => folderOf(to) === other)),
      ];
    }),
  );

  it('import each other without a cycle, not even for a type', () => {
    expect(cycles(folderImports)).toEqual([]);
  });

  it('are each listed as a noun or a tier in eslint.tiers.mjs', () => {
    expect([...Object.keys(nouns), ...tierFolders].sort()).toEqual(folders);
  });

  it('have only nouns of earlier lines in their lists in eslint.tiers.mjs, so that the lists have no cycle', () => {
    const names = Object.keys(nouns);
    const below = Object.entries<string[]>(nouns).flatMap(([noun, may]) =>
      may.filter((one) => !names.slice(0, names.indexOf(noun)).includes(one)).map((one) => `${noun}: ${one}`),
    );
    expect(below).toEqual([]);
    expect(cycles(new Map(Object.entries(nouns)))).toEqual([]);
  });

  it('have no noun in their lists in eslint.tiers.mjs that they do not import', () => {
    const unused = Object.entries<string[]>(nouns).flatMap(([noun, may]) =>
      may.filter((one) => !folderImports.get(noun)?.includes(one)).map((one) => `${noun}: ${one}`),
    );
    expect(unused).toEqual([]);
  });
});

it('no folder of product code has more than 25 files; prisma/migrations may', () => {
  const prisma = listFiles(gitIn(root)).filter((file) => /^prisma\/(?!migrations\/)/.test(file));
  expect(prisma.length).toBeGreaterThan(30);
  expect(
    [...grouped([...files, ...prisma])].filter(([, { length }]) => length > 25).map(([folder]) => folder),
  ).toEqual([]);
});

/** Groups files by their folder. It is written by hand because Node 20 has no Map.groupBy. */
function grouped(all: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of all) {
    const folder = path.posix.dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return folders;
}

/**
 * Returns the import cycles: groups of nodes that reach each other, each group sorted (Tarjan's strongly connected
 * components).
 */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    let lowest = index;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? lowest);
    }
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
