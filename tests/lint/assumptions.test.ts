import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as assumptions from 'commerce-platform-client/assumptions';
import { describe, expect, it } from 'vitest';
import { root } from '@/tests/stages/stage';

const source = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('assumptions.ts, the only file with guesses', () => {
  const guesses = source('lib/platform/assumptions.ts');

  it('D8: has every number of docs/platform/assumptions.md, and no other number', () => {
    const documented = [...source('docs/platform/assumptions.md').matchAll(/^\| (A\d+) \|/gm)].map(
      ([, no]) => no,
    );
    const stated = [...guesses.matchAll(/^(?:\/\*\*| \*) (A\d+(?:, A\d+)*)\./gm)].flatMap(
      ([, numbers = '']) => numbers.split(', '),
    );
    expect(documented.length).toBeGreaterThan(30);
    expect([...new Set(stated)].sort()).toEqual(documented.sort());
  });

  it('exports nothing that no code uses', () => {
    const code = ['lib', 'app', 'sandbox', 'components', 'server'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|generated/.test(name))
        .map((name) => `${folder}/${name}`)
        .filter((name) => name !== 'lib/platform/assumptions.ts'),
    );
    const texts = [...code, 'proxy.ts']
      .map(source)
      .filter((text) => /'(?:commerce-platform-client|\.|\.\.)\/assumptions'/.test(text));
    const unused = Object.keys(assumptions).filter(
      (name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
    );
    expect(unused).toEqual([]);
  });
});
