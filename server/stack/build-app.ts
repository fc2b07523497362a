import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { describeExit } from './child';
import { runTool } from './run-tool';

const root = path.resolve(import.meta.dirname, '../..');
const stampFile = path.join(root, '.data', 'build.json');

/** The files and folders that the production build is made from. If any of them changes, a new build is needed. */
const sources = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'brand.ts',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'prisma/schema.prisma',
  'server/packaging/write-texts.ts',
];

/**
 * Builds the app with `next build`. If a build of the same sources already exists, it is used again. If the build fails
 * or `signal` stops it, throws an error with the last lines of the build's output.
 */
export async function buildApp(logFile: string, signal: AbortSignal): Promise<void> {
  if (await isBuildFresh()) return;
  const tool = runTool({ ...buildTool, output: { logFile } });
  signal.addEventListener('abort', () => void tool.stop(), { once: true });
  const exit = await tool.exited;
  if (exit.code !== 0) {
    const log = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-30).join('\n  ');
    throw new Error(`The build failed (${describeExit(exit)}):\n  ${log}\nAll of it: ${logFile}`);
  }
  await recordBuild();
}

/**
 * The command `next build`, which all builds of this repository use. NODE_ENV is set here, because another value from a
 * test or a shell would change the build.
 */
export const buildTool = { file: 'next/dist/bin/next', args: ['build'], env: { NODE_ENV: 'production' } };

/** Records that the build in .next was made from the current sources. */
export async function recordBuild(): Promise<void> {
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, JSON.stringify(await currentBuild()));
}

const stamp = z.object({ buildId: z.string(), sources: z.string() });

/** Returns true if the build in .next was made from the current sources. */
export async function isBuildFresh(): Promise<boolean> {
  const recorded = stamp.safeParse(JSON.parse(await readOr(stampFile, 'null')));
  const current = await currentBuild();
  return recorded.success && recorded.data.buildId !== '' && sameBuild(recorded.data, current);
}

function sameBuild(one: z.infer<typeof stamp>, other: z.infer<typeof stamp>): boolean {
  return one.buildId === other.buildId && one.sources === other.sources;
}

async function currentBuild(): Promise<z.infer<typeof stamp>> {
  // The id that Next wrote for this build (BUILD_ID). If it has changed since the last recorded build, somebody has run
  // a build or a dev server by hand.
  return { buildId: await readOr(path.join(root, '.next', 'BUILD_ID'), ''), sources: await hashSources() };
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(sources.map(filesUnder))).flat().sort()) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Lists all files below a path of the repository. If the path is a file, the list contains this one file. If the path
 * does not exist, the list is empty.
 */
async function filesUnder(source: string): Promise<string[]> {
  const entries = await readdir(path.join(root, source), { withFileTypes: true }).catch(() => undefined);
  if (!entries) return (await exists(source)) ? [source] : [];
  const wanted = entries.filter((entry) => entry.name !== 'generated' && !/\.test\.tsx?$/.test(entry.name));
  const below = await Promise.all(
    wanted.map((entry) => {
      const file = path.posix.join(source, entry.name);
      return entry.isDirectory() ? filesUnder(file) : [file];
    }),
  );
  return below.flat();
}

async function exists(source: string): Promise<boolean> {
  return readFile(path.join(root, source)).then(
    () => true,
    () => false,
  );
}

async function readOr(file: string, otherwise: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => otherwise);
}
