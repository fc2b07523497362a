import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/**
 * The invariants in docs/architecture.md. Each has a heading such as `### S5 Title`, a text, and two lists of
 * files.
 */
const invariants = read('docs/architecture.md')
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const id = /^([DMSU]\d{1,2}) /.exec(section)?.[1];
    if (!id) return [];
    const filesOf = (label: string) => [
      ...(new RegExp(`^- ${label}: (.+)$`, 'm').exec(section)?.[1] ?? '').matchAll(/`([^`]+)`/g),
    ];
    return { id, enforcedBy: filesOf('Enforced by'), provedBy: filesOf('Proved by') };
  });

/**
 * Matches the text in which code can cite an invariant: comments of TypeScript, SQL and the Prisma schema, and names of
 * tests.
 */
const comment = /^\s*(?:\/\/|\/?\*|--)|\s\/\/ |\/\*\*? /;
const testName = /^\s*(?:(?:it|test|describe)\b.*)?['"`]/;
const citations = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql', '*.prisma'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => file && existsSync(path.join(root, file)))
  .filter((file) => !/^tests\/lint\/|\/generated\//.test(file))
  .flatMap((file) =>
    read(file)
      .split('\n')
      .map((text, index) => ({ text, place: `${file}:${index + 1}` }))
      .filter(({ text }) => comment.test(text) || (/\.(?:test|spec)\.ts/.test(file) && testName.test(text))),
  );

const cited = (pattern: RegExp) =>
  citations.flatMap(({ text, place }) => [...text.matchAll(pattern)].map(([id]) => ({ id, place })));

describe('docs/architecture.md', () => {
  it('gives each invariant one id', () => {
    const ids = invariants.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(invariants)('names files that exist and enforce and prove $id', ({ enforcedBy, provedBy }) => {
    expect(enforcedBy.length).toBeGreaterThan(0);
    expect(provedBy.length).toBeGreaterThan(0);
    const files = [...enforcedBy, ...provedBy].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it.each(invariants)('names at least one file that enforces $id and cites it', ({ id, enforcedBy }) => {
    const folders = enforcedBy.map(([, file = '']) => file.replace(/\/$/, ''));
    const isIn = (place: string, file: string) =>
      place.startsWith(`${file}:`) || place.startsWith(`${file}/`);
    const places = cited(new RegExp(`\\b${id}\\b`, 'g')).map(({ place }) => place);
    expect(places.some((place) => folders.some((file) => isIn(place, file)))).toBe(true);
  });

  it.each(invariants)('names at least one test that proves $id and cites it', ({ id, provedBy }) => {
    const lines = provedBy.flatMap(([, file = '']) => read(file).split('\n'));
    const citing = lines.filter((text) => comment.test(text) || testName.test(text));
    expect(citing.some((text) => new RegExp(`\\b${id}\\b`).test(text))).toBe(true);
  });

  it('has no invariant that no comment and no test name cites', () => {
    const used = new Set(cited(/\b[DMSU]\d{1,2}\b/g).map(({ id }) => id));
    expect(invariants.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });
});

describe('the walks of README', () => {
  const readme = read('README.md');
  const architecture = read('docs/architecture.md');
  const walk = (title: string) => {
    const text = new RegExp(`^### ${title}[^]*?(?=^##)`, 'm').exec(readme)?.[0] ?? '';
    return [...text.matchAll(/\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g)].map(([, link = '']) => link);
  };
  const spans = (text: string) => [...text.matchAll(/`([^`\s]+\.tsx?)`/g)].map(([, file = '']) => file);
  const row = (title: string) => new RegExp(`^\\| ${title} \\|.*$`, 'm').exec(architecture)?.[0] ?? '';
  const listed = (text: string) => Number(/\| (\d+): /.exec(text)?.[1]);

  it('name each file from the button to the first row: steps 1 to 7 of docs/architecture.md', () => {
    const flow = /^### A write, from the button to the row$[^]*?(?=^###)/m.exec(architecture)?.[0] ?? '';
    const files = flow
      .split('\n')
      .filter((line) => /^[1-7]\. /.test(line))
      .flatMap(spans);
    // The table does not count new-order-summary.tsx, read-form.ts and the two checks.
    expect(new Set(files).size).toBe(listed(row('Create order')) + 4);
    const named = walk('From the button to the row');
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
  });

  it('name each file of the row "Webhook" of docs/architecture.md', () => {
    const files = spans(row('Webhook'));
    expect(files).toHaveLength(listed(row('Webhook')));
    const named = walk('From the platform to the screen');
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
  });
});

/** The Markdown documents whose paths are checked: those at the root and in docs, and the README of the sandbox. */
const documents = execFileSync('git', ['ls-files', ':(glob)*.md', 'docs/*.md', 'sandbox/README.md'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => file && existsSync(path.join(root, file)));
/** Matches a code span that is a path of the repository. A path with * is a pattern for several files. */
const repositoryPath = /^(?:app|components|docs|lib|messages|prisma|sandbox|server|tests)\/[^\s*]+$/;

/**
 * Returns the paths that a document names: the code spans that are paths of the repository, and the targets of relative
 * links.
 */
function pathsIn(document: string): string[] {
  const text = read(document);
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) =>
    repositoryPath.test(span) ? [span] : [],
  );
  const links = [...text.matchAll(/\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g)].flatMap(([, link = '']) => {
    const target = link.split('#')[0] ?? '';
    return target === '' || /^[a-z]+:/.test(target) ? [] : [path.join(path.dirname(document), target)];
  });
  return [...spans, ...links];
}

describe('the documents', () => {
  it.each(documents)('%s names only files and folders that exist', (document) => {
    expect(pathsIn(document).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('name files as code spans and as links', () => {
    expect(pathsIn('docs/architecture.md').length).toBeGreaterThan(200);
    expect(pathsIn('README.md').length).toBeGreaterThan(30);
  });
});

/** Matches a path of the repository in a comment: a folder of the root, a slash and the rest. */
const pathInComment =
  /(?<![\w./@-])(?:app|components|docs|lib|messages|prisma|sandbox|server|tests)\/(?:[\w[\]./-]|\([\w-]+\))+/g;

/** Returns the paths that the comment in a line of code names. A full stop at the end belongs to the sentence. */
function pathsInComment(line: string): string[] {
  const start = /(?:^\s*|\s)(?:\/\/|\/?\*|--)/.exec(line)?.index ?? 0;
  return [...line.slice(start).matchAll(pathInComment)].map(([found]) => found.replace(/\.$/, ''));
}

describe('the comments of the product code', () => {
  const isProduct = /^(?:app|components|lib|prisma\/(?!migrations\/)|sandbox|server|[^/]+\.m?ts:)/;
  const named = citations
    .filter(({ text, place }) => isProduct.test(place) && comment.test(text))
    .flatMap(({ text, place }) => pathsInComment(text).map((file) => ({ file, place })));

  it('name only files and folders of the repository that exist', () => {
    expect(named.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(150);
  });

  it.each([
    [' * The lock of lib/system/db.ts. It', ['lib/system/db.ts']],
    [
      '  call(); // see (app/(admin)/i/[installId]/run-command.ts).',
      ['app/(admin)/i/[installId]/run-command.ts'],
    ],
    ['// Called by (lib/orders/order-moves.ts).', ['lib/orders/order-moves.ts']],
    ["import { x } from 'lib/none'; // and/or prisma/schema.prisma", ['prisma/schema.prisma']],
    [' * The package of https://example.com/lib/none and @/lib/none.', []],
  ])('have the paths that are found in %j', (text, expected) => {
    expect(pathsInComment(text)).toEqual(expected);
  });
});

describe('a citation in a comment or in a test name leads somewhere', () => {
  it('to an invariant of docs/architecture.md', () => {
    const known = new Set(invariants.map(({ id }) => id));
    expect(cited(/\b[DMSU]\d{1,2}\b/g).filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('to an assumption of docs/platform/assumptions.md', () => {
    const known = new Set(read('docs/platform/assumptions.md').match(/\bA\d{1,2}\b/g));
    expect(cited(/\bA\d{1,2}\b/g).filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('to a requirement of docs/platform/requirements.tsv', () => {
    const known = new Set(read('docs/platform/requirements.tsv').match(/^[A-Z]{3,4}-\d+/gm));
    const areas = [...new Set([...known].map((id) => id.split('-')[0]))].join('|');
    expect(cited(new RegExp(`\\b(?:${areas})-\\d+\\b`, 'g')).filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('and not to a document that is not in the repository', () => {
    const elsewhere =
      /(?<![-/])\b(?:security|mirror|ux|design)(?:\.md|,? (?:M\d|invariant|shape|tiers)|: [A-Z])/g;
    expect(cited(elsewhere)).toEqual([]);
  });
});
