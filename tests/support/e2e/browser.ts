import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';
import { z } from 'zod';
import { isMain } from '@/server/is-main';

/** A Chromium that is on this machine and that can start. */
export interface Browser {
  executablePath: string;
  /**
   * Additional environment variables for the browser. They contain the paths of the browser's libraries if the
   * downloaded package includes these libraries.
   */
  env: Record<string, string>;
}

interface Source {
  name: string;
  /**
   * Finds a browser in one source, such as the installed programs or an npm package. If no browser of the source can
   * start, returns the reason.
   */
  find(): Browser | string;
}

/**
 * Features of Chromium that are off in the tests. Chromium uses only its last `--disable-features` argument, so this
 * list replaces Playwright's own list. Playwright's list also contains ThirdPartyStoragePartitioning. In this list it
 * is missing, so the feature stays on, as in the browsers of merchants. If it were off, a full Chromium would deny
 * session storage to the app's iframe in each window that Playwright opens.
 */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Launch options for the browser of `findBrowser`, with the features of `disabledFeatures` off. */
export function browserOptions(args: readonly string[] = []) {
  const { executablePath, env } = findBrowser();
  return {
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [`--disable-features=${disabledFeatures.join(',')}`, ...args],
  } satisfies LaunchOptions;
}

const browserDir = path.resolve(import.meta.dirname, '../../../.data/browser');

/**
 * Finds a Chromium for the end-to-end tests, or downloads one. The function tries CHROME_PATH, then Playwright's own
 * Chromium, then an installed one. If it finds none, it downloads one from Playwright, from npm, or (as root on Debian
 * and similar systems) from the packages of the system.
 *
 * Prints nothing until a download starts. If CHROME_PATH is set, no other source is tried.
 */
export function findBrowser(): Browser {
  const failures: string[] = [];
  const sources = process.env.CHROME_PATH ? [fromEnvironment] : [...installed, ...fetched];
  for (const { name, find } of sources) {
    const found = find();
    if (typeof found !== 'string') return found;
    failures.push(`  ${name}: ${found}`);
  }
  const advice = 'Install Chromium or Chrome, or set CHROME_PATH to one.';
  throw new Error(['No browser for the end-to-end tests.', ...failures, advice].join('\n'));
}

const fromEnvironment: Source = { name: 'CHROME_PATH', find: () => tryStart(process.env.CHROME_PATH ?? '') };

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const installed: Source[] = [
  { name: "Playwright's own", find: () => tryStart(chromium.executablePath()) },
  ...systemPaths.map((file) => ({ name: file, find: () => tryStart(file) })),
  { name: '@sparticuz/chromium of an earlier run', find: startFromNpm },
];

const fetched: Source[] = [
  { name: 'playwright install', find: downloadFromPlaywright },
  { name: '@sparticuz/chromium', find: installFromNpm },
  { name: 'apt-get', find: installFromSystem },
];

/**
 * Starts the browser with `--version` to test that it can start. The file may exist although its libraries are missing.
 */
function tryStart(executablePath: string, env: Record<string, string> = {}): Browser | string {
  if (!existsSync(executablePath)) return `there is no ${executablePath}`;
  // On Windows, the browser is not started with `--version`, because that would open a window.
  if (process.platform === 'win32') return { executablePath, env };
  const failure = run(executablePath, ['--version', '--no-sandbox'], { env: { ...process.env, ...env } });
  return failure ?? { executablePath, env };
}

function downloadFromPlaywright(): Browser | string {
  console.log('Looking for a browser: asking Playwright for its Chromium');
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright')), 'cli.js');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  const failure = run(process.execPath, [cli, 'install', 'chromium'], { env });
  return failure ?? tryStart(chromium.executablePath());
}

const carried = z.object({ executablePath: z.string(), env: z.record(z.string(), z.string()) });

function installFromNpm(): Browser | string {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'is for Linux on x64';
  console.log('Looking for a browser: asking npm for one');
  mkdirSync(browserDir, { recursive: true });
  const wanted = ['install', '--no-save', '--no-audit', '--no-fund', '@sparticuz/chromium@153.0.0'];
  return run('npm', [...wanted, '--prefix', browserDir], { cwd: browserDir }) ?? startFromNpm();
}

/**
 * Starts the Chromium of the npm package @sparticuz/chromium, which is made for servers. The package unpacks
 * its libraries only if an environment variable of AWS Lambda is set, so this function sets it. The package's
 * own browser flags are not used.
 */
function startFromNpm(): Browser | string {
  if (!existsSync(path.join(browserDir, 'node_modules/@sparticuz/chromium'))) return 'was not fetched';
  const script = `
    import chromium from '@sparticuz/chromium';
    const executablePath = await chromium.executablePath();
    const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
    console.log(JSON.stringify({ executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }));`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: browserDir,
    encoding: 'utf8',
    env: { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  if (result.status !== 0) return lastLine(result.stderr);
  const { executablePath, env } = carried.parse(JSON.parse(result.stdout));
  return tryStart(executablePath, env);
}

function installFromSystem(): Browser | string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'needs root and Debian or its kin';
  console.log('Looking for a browser: asking apt-get for chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const failure =
    run('apt-get', ['update'], { env }) ??
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
  return failure ?? tryStart('/usr/bin/chromium');
}

/** Runs a program and hides its output. If the program fails, returns the reason; if it succeeds, returns undefined. */
function run(program: string, args: string[], options: SpawnSyncOptions): string | undefined {
  const done = spawnSync(program, args, { timeout: 10 * 60_000, ...options, encoding: 'utf8' });
  if (done.status === 0) return undefined;
  return done.error?.message ?? lastLine(String(done.stderr)) ?? `exit code ${done.status}`;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) || 'it failed without a word';
}

if (isMain(import.meta.url)) console.log(findBrowser().executablePath);
