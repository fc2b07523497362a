import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { documentedLayout } from '@/sandbox/platform-layout';
import { endpointVariables } from '@/tests/support/integration/app-env';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';

/**
 * Returns environment variables of the app with a database but without a platform, for code that never calls the
 * platform.
 */
export function mirrorEnv(database: ScratchDatabase): Record<string, string> {
  const nowhere = 'http://localhost:1';
  return {
    DAFTAR_MODE: 'test',
    APP_URL: 'http://localhost:3999',
    PLATFORM_API_URL: nowhere + documentedLayout.api,
    PLATFORM_ISSUER: nowhere,
    ...endpointVariables(nowhere),
    PLATFORM_ADMIN_ORIGIN: nowhere,
    PLATFORM_CLIENT_ID: 'client',
    PLATFORM_CLIENT_SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
  };
}

/** Opens a superuser connection to a database of the server. A superuser bypasses row security. */
export async function superuserOf(
  server: { superuserUrl: string },
  database: Pick<ScratchDatabase, 'url'>,
): Promise<pg.Client> {
  const url = new URL(server.superuserUrl);
  url.pathname = new URL(database.url).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}
