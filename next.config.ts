import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  poweredByHeader: false,
  // A write larger than the platform takes (64 KB) is refused here already.
  // Two root layouts, so an address that is nobody's has none: app/global-not-found.tsx.
  experimental: {
    serverActions: { bodySizeLimit: '64kb' },
    globalNotFound: true,
    proxyClientMaxBodySize: '256kb',
  },
  // A full Chromium asks for this address on its own, whatever icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  serverExternalPackages: ['pg', 'pino', '@prisma/client', '@prisma/adapter-pg'],
  // Types and lint are checks of their own; a build does not repeat them.
  typescript: { ignoreBuildErrors: true },
  // Development only. Arguments of server actions hold customers; these addresses and those of quotes hold secrets.
  logging: {
    serverFunctions: false,
    incomingRequests: { ignore: [/^\/launch/, /^\/api\/auth\/callback/, /^\/q\//] },
  },
};

const withIntl = createNextIntlPlugin({
  requestConfig: './app/i18n.ts',
  // Compiled at build time, so that no message parser is sent to a phone: 9 kB less on every page.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withIntl(config);
