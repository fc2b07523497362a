import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_BUILD } from 'next/constants';
import createNextIntlPlugin from 'next-intl/plugin';

/**
 * Returns the id of the build: the time of the build in UTC. So build ids sort by time, and a page can detect that the
 * server runs a newer build. A reproducible build sets SOURCE_DATE_EPOCH to the time of its commit, in seconds.
 */
function timeOfBuild(): string {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  const time = seconds ? new Date(Number(seconds) * 1_000) : new Date();
  return time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/**
 * Checks the key from which Next derives the ids of server actions. If every build has the same key, the ids
 * stay the same, so a page of an earlier build can still call the actions. Without a key, Next creates a new
 * key for each build.
 */
function checkActionsKey(): void {
  const key = process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY;
  if (key === undefined || key === '') {
    console.warn(
      'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is not set: after an upgrade to this build, open pages of earlier builds ' +
        'cannot send anything before a reload (docs/operating.md#upgrades).',
    );
    return;
  }
  if (Buffer.from(key, 'base64').length !== 32 || Buffer.from(key, 'base64').toString('base64') !== key)
    throw new Error('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be 32 bytes in base64: openssl rand -base64 32');
}

/**
 * Writes the static files with the texts of the screens. A process of its own does this, because Next compiles this
 * configuration and its imports without the path alias `@`.
 */
async function writeTexts(projectDir: string, distDir: string): Promise<void> {
  const args = ['--import', 'tsx', 'server/packaging/write-texts.ts', distDir];
  await promisify(execFile)(process.execPath, args, { cwd: projectDir });
}

const config: NextConfig = {
  generateBuildId: timeOfBuild,
  // Copies the files that the server needs to .next/standalone, from which `npm run image:content` takes them. `sharp`
  // is left out, because the image optimizer is off (`images` below) and nothing else uses `sharp`.
  output: 'standalone',
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  poweredByHeader: false,
  // bodySizeLimit: a server action refuses a request of more than 64 KB, which is the platform's limit for a write.
  //
  // proxyClientMaxBodySize: a remittance sheet has at most 1.8 MB (proxy.ts).
  //
  // globalNotFound: the app has several root layouts, and an unknown address belongs to none of them. The response to
  // such an address is app/global-not-found.tsx.
  //
  // useOffline: a navigation without a connection keeps the page and continues when the connection returns. Without
  // this option, Next falls back to a navigation of the browser, which replaces the app by the browser's error page
  // (vercel/next.js#46674). components/frame/watch-actions.ts excludes server actions from this behavior.
  //
  // turbopackFileSystemCacheForDev: with this cache, the open page reloaded about every three seconds if sources had
  // changed while the development server was stopped, for example after a `git pull`.
  experimental: {
    serverActions: { bodySizeLimit: '64kb' },
    globalNotFound: true,
    useOffline: true,
    proxyClientMaxBodySize: '2mb',
    turbopackFileSystemCacheForDev: false,
  },
  // Next's image optimizer is off, so /_next/image responds with 404. If it were on, anyone could use this route to
  // make the process request paths of its own app.
  images: { unoptimized: true },
  // Built files get the header X-Content-Type-Options here, because proxy.ts does not run for them. All other
  // responses get it from proxy.ts.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  // The connection screen and the screen for developers had other addresses earlier. Bookmarks and open tabs may still
  // use these addresses, so they redirect to the current ones.
  redirects: async () => [
    { source: '/i/:installId/sync', destination: '/i/:installId/connection', permanent: true },
    { source: '/i/:installId/doctor', destination: '/i/:installId/connection/developers', permanent: true },
  ],
  // Responds to /favicon.ico with the icon of the app. Chromium with a window (not headless) always requests
  // /favicon.ico, even if the page names another icon.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // This package of the workspace consists of TypeScript source, so Next must compile it.
  transpilePackages: ['commerce-platform-client'],
  serverExternalPackages: ['pg', 'pino', 'prom-client', '@prisma/client', '@prisma/adapter-pg'],
  // Browser source maps are built only for `npm run size`, which uses them to list the sources of each chunk.
  productionBrowserSourceMaps: process.env.BROWSER_SOURCE_MAPS === '1',
  // The build also writes the texts of the screens as static files, so that no page contains them.
  compiler: { runAfterProductionCompile: ({ projectDir, distDir }) => writeTexts(projectDir, distDir) },
  // A build does not check types, because the type check is a separate command.
  typescript: { ignoreBuildErrors: true },
  // Next logs requests only in development. Calls of server functions are not logged, because their arguments
  // contain customer data. Requests to the addresses in the list `ignore` are not logged, because these
  // addresses contain secrets, such as the token in the link of a quote (/q), an order (/o) or a delivery sheet (/d).
  logging: {
    serverFunctions: false,
    incomingRequests: { ignore: [/^\/launch/, /^\/api\/auth\/callback/, /^\/[qod]\//] },
  },
};

const withIntl = createNextIntlPlugin({
  requestConfig: './app/i18n.ts',
  // The translated texts (messages) are compiled at build time, so that no message parser is sent to the
  // browser. This saves 9 kB on every page.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

/**
 * The configuration of Next. Only a build uses the key of the server actions, so the key is checked only in a
 * build.
 */
export default function configOf(phase: string): NextConfig {
  if (phase === PHASE_PRODUCTION_BUILD) checkActionsKey();
  return withIntl(config);
}
