import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');
const outDir = path.join(root, '.data', 'test-programs');

/** The programs that tests start as processes of their own, many times in a run. */
const programs = [
  'sandbox/main.ts',
  'server/app.ts',
  'lib/worker/main.ts',
  'tests/support/operations/use-case-program.ts',
] as const;
export type ProgramFile = (typeof programs)[number];

/**
 * Bundles the programs once for a run of tests. tsx compiles and resolves some 600 modules at each start, which costs
 * 2.7 s of CPU for the worker; a bundle starts in 1.1 s. The code is the same: only our own files are bundled.
 * The tests of this process, and of those that it starts, use the bundles from then on.
 */
export async function bundlePrograms(): Promise<void> {
  if (process.env.TEST_PROGRAMS === 'bundled') return;
  process.env.TEST_PROGRAMS = 'bundled';
  await rm(outDir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [...programs],
    outdir: outDir,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    tsconfig: 'tsconfig.node.json',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [keepFileLocations, completeNextPaths],
  });
}

/** How Node starts this program: its bundle when this run has made one, otherwise the source through tsx. */
export function locateProgram(program: ProgramFile): { flags: string[]; file: string } {
  const bundle = path.join(outDir, program.replace(/\.ts$/, '.mjs'));
  return process.env.TEST_PROGRAMS === 'bundled'
    ? { flags: ['--enable-source-maps'], file: bundle }
    : { flags: ['--import', 'tsx'], file: path.join(root, program) };
}

/** A bundle is in another folder: what a module asks of its own location is written in as it was. */
const keepFileLocations: Plugin = {
  name: 'keep-file-locations',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Next has no list of exports: plain Node wants the ending of `next/headers`, which tsx adds. */
const completeNextPaths: Plugin = {
  name: 'complete-next-paths',
  setup({ onResolve }) {
    onResolve({ filter: /^next\/[\w/-]+$/ }, ({ path: specifier }) => ({
      path: `${specifier}.js`,
      external: true,
    }));
  },
};
