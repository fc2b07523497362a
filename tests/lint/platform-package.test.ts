import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from '@/tests/stages/stage';

const folder = path.join(root, 'lib/platform');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as { name: string; exports: Record<string, string> };
const compiler = JSON.parse(read('tsconfig.json')) as { typedocOptions: { entryPoints: string[] } };

describe('the workspace package of lib/platform', () => {
  it('has entry points with the names of their files', () => {
    const entries = Object.entries(manifest.exports);
    expect(entries.map(([name]) => `${name}.ts`)).toEqual(entries.map(([, file]) => file));
    expect(entries.filter(([, file]) => !existsSync(path.join(folder, file)))).toEqual([]);
    expect(compiler.typedocOptions.entryPoints.toSorted()).toEqual(
      Object.values(manifest.exports).toSorted(),
    );
  });

  it('compiles by its own tsconfig.json, in which the imports of Daftar do not resolve', async () => {
    const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');
    const run = promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder]);
    expect(await run.then(({ stdout }) => stdout)).toBe('');
  });

  it('shows each example in its README, as it is in the file', () => {
    const blocks = [...read('README.md').matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
    const examples = readdirSync(path.join(folder, 'examples'))
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => read(`examples/${file}`));
    expect(blocks.toSorted()).toEqual(examples.toSorted());
  });

  it('has examples of at most ten lines of code; blank lines, imports and comments are not counted', () => {
    const long = readdirSync(path.join(folder, 'examples')).flatMap((file) => {
      const code = read(`examples/${file}`)
        .replace(/^import [^;]*;$/gm, '')
        .replace(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm, '');
      const lines = code.split('\n').filter((line) => line.trim() !== '');
      return lines.length > 10 ? [`${file}: ${lines.length}`] : [];
    });
    expect(long).toEqual([]);
  });

  it('links in its README only files that exist', () => {
    const links = [...read('README.md').matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((target) => !existsSync(path.join(folder, target)))).toEqual([]);
    // The README says to copy the folder. A link to a file outside the folder would then lead nowhere.
    expect(links.filter((target) => !path.join(folder, target).startsWith(folder + path.sep))).toEqual([]);
  });
});
