import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tables } from '@/lib/system/tables';
import { root } from '@/tests/stages/stage';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const guides = ['docs/start-here.md', 'docs/patterns.md'];
const startHere = read('docs/start-here.md');
const patterns = sectionsOf(read('docs/patterns.md')).filter(({ title }) => title !== '');

/**
 * The names of the parts of a pattern, in their order in the document. Each part is one line. Only the part "Details"
 * may be missing.
 */
const partNames = ['Problem', 'Rule', 'Details', 'Files', 'Proved by', 'Decision', 'Do not use it'] as const;
type Parts = Record<(typeof partNames)[number], string>;

describe.each(guides)('%s', (guide) => {
  it('links only files and headings that exist', () => {
    expect(deadLinksIn(guide)).toEqual([]);
  });

  it('names as code only what the linked files of the same section contain', () => {
    const sections = sectionsOf(read(guide));
    expect(sections.flatMap(({ text }) => namesIn(text)).length).toBeGreaterThan(10);
    const wrong = sections.flatMap(({ title, text }) => {
      const sources = linksIn(text).flatMap(({ file }) => (file.startsWith('docs/') ? [] : [read(file)]));
      const isKnown = (name: string) => sources.some((source) => containsName(source, name));
      return namesIn(text).flatMap((name) => (isKnown(name) ? [] : [`${title}: ${name}`]));
    });
    expect(wrong).toEqual([]);
  });
});

describe('docs/start-here.md', () => {
  it('has at most 900 words, without its diagrams and the targets of its links', () => {
    expect(wordsIn(startHere)).toBeGreaterThan(500);
    expect(wordsIn(startHere)).toBeLessThanOrEqual(900);
  });

  it('has three diagrams', () => {
    expect(startHere.match(/^```mermaid$/gm)).toHaveLength(3);
  });

  it('names in its diagrams only files, settings and npm scripts that exist', () => {
    const diagrams = [...startHere.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)]
      .map(([, text]) => text)
      .join('');
    const found = (pattern: RegExp) => [...diagrams.matchAll(pattern)].map(([, name = '']) => name);
    const files = found(/((?:[\w.[\]-]+\/)+[\w.-]+\.\w+)/g);
    const settings = found(/\b([A-Z]+(?:_[A-Z]+)+)\b/g);
    const scripts = found(/npm run ([\w:]+)/g);
    expect([files, settings, scripts].map(({ length }) => length)).not.toContain(0);
    const known: string[] = read('.env.example').match(/^[A-Z][A-Z_]+(?==)/gm) ?? [];
    const declared = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    expect([
      ...files.filter((file) => !existsSync(path.join(root, file))),
      ...settings.filter((name) => !known.includes(name)),
      ...scripts.filter((name) => !declared.includes(name)),
    ]).toEqual([]);
  });

  it('names every table of the database once', () => {
    const [section] = sectionsOf(startHere).filter(({ title }) => title === 'What is stored');
    expect(namesIn(section?.text ?? '').sort()).toEqual(Object.keys(tables).sort());
  });
});

describe('docs/developing.md', () => {
  const developing = read('docs/developing.md');

  it('has at most 600 words, without the targets of its links', () => {
    expect(wordsIn(developing)).toBeGreaterThan(300);
    expect(wordsIn(developing)).toBeLessThanOrEqual(600);
  });

  it('has the seven topics, and no other', () => {
    const titles = sectionsOf(developing).map(({ title }) => title);
    const topics = ['Run one test', 'Seeds', 'Browser', 'Logs', 'SQL', 'Debugger', 'Faults'];
    expect(titles.filter((title) => title !== '')).toEqual(topics);
  });

  it('links only files and headings that exist', () => {
    expect(deadLinksIn('docs/developing.md')).toEqual([]);
  });
});

describe('docs/patterns.md', () => {
  it('has at least 14 patterns, each once', () => {
    const titles = patterns.map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(14);
    expect(titles).toEqual([...new Set(titles)]);
  });

  describe.each(patterns)('$title', ({ text }) => {
    const lines = text.trim().split('\n');
    const parts = Object.fromEntries(lines.map((line) => partOf(line))) as Parts;

    it('has each part once, in order, and nothing else; only Details may be missing', () => {
      const names = lines.map((line) => partOf(line)[0]);
      expect(names).toEqual(partNames.filter((name) => name !== 'Details' || names.includes(name)));
      expect(Object.values(parts).filter((part) => part === '')).toEqual([]);
    });

    it('has a problem of one to three sentences, and a rule of one sentence', () => {
      expect([1, 2, 3]).toContain(sentencesIn(parts.Problem));
      expect(sentencesIn(parts.Rule)).toBe(1);
    });

    it('says in at most three sentences when not to use it', () => {
      expect([1, 2, 3]).toContain(sentencesIn(parts['Do not use it']));
    });

    it('names one to three files, and nothing else', () => {
      const files = linksIn(parts.Files);
      expect([1, 2, 3]).toContain(files.length);
      expect(parts.Files.split(', ')).toHaveLength(files.length);
    });

    it('names one test file, and a text of a test in this file', () => {
      const found = linksIn(parts['Proved by']);
      expect(found.map(({ file }) => /^(?:tests|lib)\/.+\.(?:test|spec)\.ts$/.test(file))).toEqual([true]);
      const text = /, "(.+)"$/.exec(parts['Proved by'])?.[1] ?? '';
      expect(text).not.toBe('');
      expect(read(found[0]?.file ?? '').includes(text), text).toBe(true);
    });

    it('names a decision by its title, or an invariant by its id', () => {
      const label = /^\[([^\]]+)\]/.exec(parts.Decision)?.[1] ?? '';
      const [link] = linksIn(parts.Decision);
      if (link?.file === 'docs/architecture.md')
        expect(link.heading).toMatch(new RegExp(`^${label.toLowerCase()}-`));
      else {
        expect(link?.file).toMatch(/^docs\/decisions\/.+\.md$/);
        expect(read(link?.file ?? '').split('\n')[0]).toBe(`# ${label}`);
      }
    });
  });
});

/**
 * Splits a document at its headings of the second level. The text above the first of these headings gets an empty
 * title.
 */
function sectionsOf(document: string): { title: string; text: string }[] {
  return `## \n${document}`
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title, text: lines.join('\n') };
    });
}

/**
 * Returns the name and the text of a line such as `- **Rule:** …`. The name is empty if the line has another format.
 */
function partOf(line: string): [name: string, text: string] {
  const [, name = '', text = ''] = /^- \*\*([^:]+):\*\* (.*)$/.exec(line) ?? [];
  return [name, text.trim()];
}

/** Returns the relative links in a text of a guide, each with its file and its heading. The heading may be empty. */
function linksIn(text: string, guide = 'docs/patterns.md'): { file: string; heading: string }[] {
  return [...text.matchAll(/\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [target = '', heading = ''] = link.split('#');
    return [{ file: target === '' ? guide : path.posix.join('docs', target), heading }];
  });
}

/** Returns the links of a guide to a file or a heading that does not exist. */
function deadLinksIn(guide: string): { file: string; heading: string }[] {
  return linksIn(read(guide), guide).filter(({ file, heading }) => {
    if (!existsSync(path.join(root, file))) return true;
    return heading !== '' && !headingsOf(file).includes(heading);
  });
}

/** Returns the headings of a Markdown file in the spelling of a link target. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** Returns a text without its code blocks and without the targets of its links. */
function proseOf(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/\]\((?:[^()\s]|\([^()\s]*\))+\)/g, ']');
}

/** Counts the words of a text, without its code blocks in fences and without the targets of its links. */
function wordsIn(text: string): number {
  return proseOf(text).match(/[^\s|]*[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0;
}

/** Returns the code spans of a text that look like a name of the code, such as `queueKey` or `due_installs`. */
function namesIn(text: string): string[] {
  return [...proseOf(text).matchAll(/`([A-Za-z_][\w.-]*)`/g)].map(([, name = '']) => name);
}

function containsName(source: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${name.replace(/[.-]/g, '\\$&')}(?![\\w-])`).test(source);
}

/** Counts the sentences of a part. A full stop inside a name or a number does not end a sentence. */
function sentencesIn(text: string): number {
  return proseOf(text).match(/[.!?](?=\s|$)/g)?.length ?? 0;
}
