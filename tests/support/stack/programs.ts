import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');
const outDir = path.join(root, '.data', 'test-programs');

/** Programs that tests start as separate processes, many times in one `npm test`. */
const programs = [
  'sandbox/main.ts',
  'server/app.ts',
  'lib/worker/main.ts',
  'server/rotate-keys.ts',
  'tests/support/operations/use-case-program.ts',
] as const;
export type ProgramFile = (typeof programs)[number];

/**
 * Bundles the programs once for all tests. Without a bundle, tsx compiles and resolves about 600 modules at each
 * start, which costs 2.7 s of CPU for the worker; a bundle starts in 1.1 s. The code is the same, because only the
 * project's own files are bundled.
 *
 * After this call, tests in this process and in its child processes use the bundles.
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

/**
 * Returns how Node starts this program: from its bundle if the bundle was made for these tests, otherwise from the
 * source through tsx.
 */
export function locateProgram(program: ProgramFile): { flags: string[]; file: string } {
  const bundle = path.join(outDir, program.replace(/\.ts$/, '.mjs'));
  return process.env.TEST_PROGRAMS === 'bundled'
    ? { flags: ['--enable-source-maps'], file: bundle }
    : { flags: ['--import', 'tsx'], file: path.join(root, program) };
}

/**
 * Replaces `import.meta.dirname` and `import.meta.url` with the paths of the source file, because a bundle is in
 * another folder.
 */
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

/**
 * Adds the file extension to paths such as `next/headers`. Plain Node needs it, because the package next has no
 * exports map; tsx adds it.
 */
const completeNextPaths: Plugin = {
  name: 'complete-next-paths',
  setup({ onResolve }) {
    onResolve({ filter: /^next\/[\w/-]+$/ }, ({ path: specifier }) => ({
      path: `${specifier}.js`,
      external: true,
    }));
  },
};
