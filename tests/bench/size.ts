import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright';
import { z } from 'zod';
import { buildTool } from '@/server/stack/build-app';
import { runTool } from '@/server/stack/run-tool';
import { browserOptions } from '@/tests/support/e2e/browser';
import {
  firstLoadBytesMax,
  firstLoadScripts,
  firstLoadViewport,
  sumBytes,
} from '@/tests/support/e2e/first-load';
import { firstLoadScreens } from '@/tests/support/e2e/first-load-screens';
import { startStack } from '@/tests/support/stack/stack';

/**
 * Measures the scripts of a first visit on a phone, on every page (U11). It builds the app with source maps,
 * so that it can name the source files in a chunk. Then it starts the app with its database and a sandbox.
 * For each page it prints the gzipped size and the change since the previous measurement. It also prints the
 * chunk that grew most, with the sources that are new in that chunk. A page above the performance budget
 * fails the benchmark.
 *
 *     npm run size
 *
 * Each measurement is stored in .data/size.json, and the next one is compared with it.
 */
const root = path.resolve(import.meta.dirname, '../..');
const recordFile = path.join(root, '.data', 'size.json');
const logFolder = path.join(root, 'test-results', 'size');

const Chunk = z.object({ bytes: z.number(), sources: z.array(z.string()) });
type Chunk = z.infer<typeof Chunk>;
const Run = z.object({ commit: z.string(), screens: z.record(z.string(), z.array(Chunk)) });
type Run = z.infer<typeof Run>;

async function build(): Promise<void> {
  mkdirSync(logFolder, { recursive: true });
  const logFile = path.join(logFolder, 'build.log');
  const env = { ...buildTool.env, BROWSER_SOURCE_MAPS: '1' };
  const { code } = await runTool({ ...buildTool, env, output: { logFile } }).exited;
  if (code !== 0) throw new Error(`The build failed: ${logFile}`);
}

async function measure(): Promise<Run> {
  const stack = await startStack(logFolder);
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch(browserOptions());
    const context = await browser.newContext();
    const screens: Run['screens'] = {};
    const wanted = await firstLoadScreens(await context.newPage(), stack);
    const storageState = await context.storageState();
    for (const { name, url } of wanted) {
      const visit = await browser.newContext({ storageState, viewport: firstLoadViewport });
      const scripts = await firstLoadScripts(await visit.newPage(), url);
      screens[name] = scripts.map(({ path: file, bytes }) => ({ bytes, sources: sourcesOf(file) }));
      await visit.close();
    }
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' });
    return { commit: commit.trim(), screens };
  } finally {
    await browser?.close();
    await stack.stop();
  }
}

const SourceMap = z.object({
  sources: z.array(z.string()).default([]),
  sections: z.array(z.object({ map: z.object({ sources: z.array(z.string()) }) })).default([]),
});

/**
 * Returns the source files of a chunk. If the chunk has no source map, returns the chunk's own name. The last line of
 * the chunk contains the name of its map file, which differs from the name of the chunk.
 */
function sourcesOf(script: string): string[] {
  const file = path.join(root, '.next', script.replace(/^\/_next\//, ''));
  const map = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8'))?.[1];
  if (!map) return [path.basename(script)];
  const text = readFileSync(path.join(path.dirname(file), map), 'utf8');
  const { sources, sections } = SourceMap.parse(JSON.parse(text));
  const all = [...sources, ...sections.flatMap(({ map }) => map.sources)];
  return [...new Set(all.map(shorten))].sort();
}

function shorten(source: string): string {
  return decodeURI(source)
    .replace(/^.*\[project\]\//, '')
    .replace(/^(?:\.\.\/)+/, '');
}

/**
 * Returns the chunk that grew most since the previous build. Names of chunks change with each build. So each chunk is
 * compared with the chunk of the previous build that has the most source files in common with it.
 */
function findGrowth(chunks: Chunk[], earlier: Chunk[]) {
  return chunks
    .map((chunk) => {
      const common = ({ sources }: Chunk) => sources.filter((one) => chunk.sources.includes(one)).length;
      const before = earlier.toSorted((one, other) => common(other) - common(one))[0];
      const isSame = before !== undefined && common(before) > 0;
      const known = new Set(earlier.flatMap(({ sources }) => sources));
      return {
        grownBytes: chunk.bytes - (isSame ? before.bytes : 0),
        sources: chunk.sources,
        added: chunk.sources.filter((one) => !known.has(one)),
      };
    })
    .toSorted((one, other) => other.grownBytes - one.grownBytes)[0];
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const signed = (bytes: number) => `${bytes < 0 ? '' : '+'}${kB(bytes)}`;
/**
 * Joins the names of source files to one line of output: first the project's own files, then those of
 * packages.
 */
function list(sources: string[]): string {
  const own = sources.toSorted(
    (a, b) => Number(a.includes('node_modules')) - Number(b.includes('node_modules')),
  );
  return `${own.slice(0, 3).join(', ')}${own.length > 3 ? ` and ${own.length - 3} more` : ''}`;
}

function report(run: Run, previous: Run | null): void {
  console.log(
    `kB gzip per first visit, ${run.commit}, compared with ${previous?.commit ?? 'no earlier run'}`,
  );
  for (const [name, chunks] of Object.entries(run.screens)) {
    const bytes = sumBytes(chunks);
    const earlier = previous?.screens[name];
    const change = earlier ? signed(bytes - sumBytes(earlier)) : 'new';
    const over = bytes > firstLoadBytesMax ? '  over the budget' : '';
    console.log(`${name.padEnd(42)}${kB(bytes).padStart(7)}${change.padStart(8)}${over}`);
    const grown = earlier && findGrowth(chunks, earlier);
    if (!grown || grown.grownBytes < 100) continue;
    const added = grown.added.length > 0 ? `; new: ${list(grown.added)}` : '';
    console.log(`    grew most: ${signed(grown.grownBytes)}, chunk of ${list(grown.sources)}${added}`);
  }
}

function readPrevious(): Run | null {
  try {
    return Run.parse(JSON.parse(readFileSync(recordFile, 'utf8')));
  } catch {
    return null;
  }
}

const previous = readPrevious();
await build();
const run = await measure();
report(run, previous);
mkdirSync(path.dirname(recordFile), { recursive: true });
writeFileSync(recordFile, JSON.stringify(run));
const isOver = Object.values(run.screens).some((chunks) => sumBytes(chunks) > firstLoadBytesMax);
process.exit(isOver ? 1 : 0);
