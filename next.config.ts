import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  poweredByHeader: false,
  // The body limit of server actions is the platform's limit for a write (64 KB), so a larger write is refused here.
  //
  // There are two root layouts, so an unknown address has no root layout; app/global-not-found.tsx answers it.
  experimental: {
    serverActions: { bodySizeLimit: '64kb' },
    globalNotFound: true,
    proxyClientMaxBodySize: '256kb',
  },
  // The app optimizes no images. /_next/image would request our own paths from inside the process, so it answers 404.
  images: { unoptimized: true },
  // proxy.ts does not see built files.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  // A full Chromium always requests /favicon.ico, whatever icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  serverExternalPackages: ['pg', 'pino', '@prisma/client', '@prisma/adapter-pg'],
  // `npm run size` names the sources of each chunk with these maps. No other build needs them.
  productionBrowserSourceMaps: process.env.BROWSER_SOURCE_MAPS === '1',
  // Types and lint are separate checks, so a build does not repeat them.
  typescript: { ignoreBuildErrors: true },
  // This setting is for development only. Arguments of server actions contain customer data. The ignored addresses,
  // including those of quotes, contain secrets.
  logging: {
    serverFunctions: false,
    incomingRequests: { ignore: [/^\/launch/, /^\/api\/auth\/callback/, /^\/q\//] },
  },
};

const withIntl = createNextIntlPlugin({
  requestConfig: './app/i18n.ts',
  // Messages are compiled at build time, so that no message parser is sent to a phone. This saves 9 kB on every page.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withIntl(config);
