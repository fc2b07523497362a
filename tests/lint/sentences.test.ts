import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, listFiles } from '@/tests/near/changed-files';
import { root } from '@/tests/stages/stage';

/** A sentence with more words than this number counts as long. docs/style.md asks for at most 25 words. */
const wordsMax = 30;
/** The share of sentences that may be long. It is not zero, because a few lists are clearer as one sentence. */
const longShareMax = 0.02;
/** Maximum average number of words in a sentence of README.md. */
const readmeMeanMax = 18;
/** A text with fewer words than this number does not count as a sentence. An example is a table cell with a number. */
const wordsMin = 5;

/** The word that replaces each code span, so that the span counts as one word and a sentence can begin with it. */
const codeWord = 'Code';

/**
 * Matches a link. The words of the link text count, but not the address. A sentence can begin with a link, even if the
 * link text is a file name.
 */
const link = /!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))+\)/g;

type Sentence = { text: string; words: number };

/**
 * Returns the texts of a Markdown document, without its code blocks, headings and HTML. Each paragraph, list item and
 * table cell is a separate text. An indented line counts as code if it is not a list item.
 */
function textsIn(markdown: string): string[] {
  return markdown
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .split('\n')
    .filter((line) => !/^(?:#|<| {4}(?! *(?:-|\d+\.) )|\|[-:| ]+\|$)/.test(line))
    .flatMap((line) => (line.startsWith('|') ? line.split('|') : [line.replace(/^ *(?:-|\d+\.) /, '')]));
}

/**
 * Returns the sentences of a text. For a link, the words of its text count. A text that is mostly code has no
 * sentences.
 */
function sentencesIn(text: string): Sentence[] {
  const plain = text.replace(/`[^`]*`/g, codeWord).replaceAll('*', '');
  const isCode = plain.split(codeWord).length - 1 > wordsOf(plain).length / 2;
  if (isCode) return [];
  return plain
    .split(/(?<=[.!?]["')]?)\s+(?=["'(]?[A-Z\d[])/)
    .map((sentence) => sentence.replace(link, '$1'))
    .map((sentence) => ({ text: sentence.trim(), words: wordsOf(sentence).length }))
    .filter(({ words }) => words >= wordsMin);
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** The documents that people write. docs/coverage.md is left out, because it is generated. */
const documents = listFiles(gitIn(root)).filter(
  (file) => /^(?:README|CONTRIBUTING|docs\/.*)\.md$/.test(file) && file !== 'docs/coverage.md',
);

const sentencesOf = (file: string) =>
  textsIn(readFileSync(path.join(root, file), 'utf8'))
    .flatMap(sentencesIn)
    .map((sentence) => ({ ...sentence, file }));

describe('the sentences of the documents', () => {
  it('are long in at most 2 of 100 cases', () => {
    const all = documents.flatMap(sentencesOf);
    expect(all.length).toBeGreaterThan(1_500);
    const long = all.filter(({ words }) => words > wordsMax).sort((a, b) => a.words - b.words);
    const allowed = Math.floor(all.length * longShareMax);
    console.log(`${long.length} of ${all.length} sentences have more than ${wordsMax} words; ${allowed} may`);
    const excess = long.slice(allowed).map(({ file, words, text }) => `${file}: ${words} words: ${text}`);
    expect(excess).toEqual([]);
  });

  it('of README.md have at most 18 words on average', () => {
    const words = sentencesOf('README.md').map((sentence) => sentence.words);
    const mean = words.reduce((sum, count) => sum + count, 0) / words.length;
    console.log(`README.md: ${words.length} sentences, ${mean.toFixed(1)} words on average`);
    expect(mean).toBeLessThanOrEqual(readmeMeanMax);
  });
});

describe('the splitter', () => {
  it('takes a paragraph, a list item and a table cell as texts of their own, and skips code and headings', () => {
    const markdown = [
      '# A heading is no sentence at all',
      'A paragraph is a text. It has two sentences.',
      '    npm run dev, which is code in a block',
      '```sql',
      'SELECT everything FROM a fenced block',
      '```',
      '1. An item is one text of its own',
      '    - so is an item below an item',
      '| A cell is a text too | and so is the next cell |',
      '|---|---|',
    ].join('\n');
    expect(textsIn(markdown).flatMap(sentencesIn)).toEqual([
      { text: 'A paragraph is a text.', words: 5 },
      { text: 'An item is one text of its own', words: 8 },
      { text: 'so is an item below an item', words: 7 },
      { text: 'A cell is a text too', words: 6 },
      { text: 'and so is the next cell', words: 6 },
    ]);
  });

  it('counts a code span as one word and a link by its words', () => {
    const text =
      '`npm run dev` starts [the whole stack](../README.md#start) again. [dev.ts](../server/dev.ts) is its only program.';
    expect(sentencesIn(text).map(({ words }) => words)).toEqual([6, 5]);
  });
});
