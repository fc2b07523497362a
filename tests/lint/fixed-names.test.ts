import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { brand } from '@/brand';

const root = path.resolve(import.meta.dirname, '../..');

it('the names that may not change after the first install are those in docs/fixed-names.md', () => {
  const document = readFileSync(path.join(root, 'docs/fixed-names.md'), 'utf8');
  const listed = [...document.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  const used = new Set(
    productFiles()
      // The names in these folders are not fixed, so the test skips their files. A fork may rename its metrics and its
      // database connections, and adapt its dashboards.
      .filter((file) => !/^(?:server|lib\/ops|lib\/system\/metrics)\//.test(file))
      .flatMap((file) => literalsOf(file).flatMap(fixedNames)),
  );
  expect([...used].sort()).toEqual(listed.sort());
});

it('no file except the brand and the message catalogues has our name or our brand colors in what it shows', () => {
  const allowed = ['lib/shared/branding/with-brand.ts'];
  const ours = new RegExp(
    [
      '\\bDaftar\\b',
      'دفتر',
      ...Object.values(brand.colors).flatMap(({ color, strong, top }) => [color, strong, top]),
    ].join('|'),
    'i',
  );
  const found = productFiles()
    .filter((file) => !allowed.includes(file))
    .flatMap((file) =>
      literalsOf(file)
        .filter((text) => ours.test(withoutFixedNames(text)))
        .map((text) => `${file}: ${text.slice(0, 80)}`),
    );
  expect(found).toEqual([]);
});

/** Returns the TypeScript files of the product, without tests and generated files. */
function productFiles(): string[] {
  const folders = ['app', 'components', 'lib', 'server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  return [...folders, 'proxy.ts', 'instrumentation.ts'].filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/generated\/|^server\/(?:postgres|stack)\//.test(name),
  );
}

/** Returns the string literals, template texts and JSX texts of a file, without its comments. */
function literalsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      texts.push(node.text);
    if (ts.isJsxText(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind));
  return texts;
}

const fixedName = /daftar blind index|(?:__Host-|x-)?daftar[._:-][\w.:-]*/g;

function fixedNames(text: string): string[] {
  return text.match(fixedName) ?? [];
}

function withoutFixedNames(text: string): string {
  return text.replaceAll(fixedName, '');
}
