import { randomBytes } from 'node:crypto';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import type { SandboxProcess } from '@/tests/support/stack/sandbox-process';

/** What an app under test stands on. */
export type AppEnvOptions = {
  appUrl: string;
  /** The platform; need not answer when the app never speaks to it. */
  sandbox: Pick<SandboxProcess, 'origin' | 'clientId' | 'clientSecret'>;
  /** Where the app meets the platform, when something stands between. */
  platformOrigin?: string;
  database: Pick<ScratchDatabase, 'url'>;
  logLevel: 'silent' | 'warn';
};

/** The environment of an app on this ground; its secrets are new each time. */
export function appEnvOf({
  appUrl,
  sandbox,
  platformOrigin = sandbox.origin,
  database,
  logLevel,
}: AppEnvOptions): Record<string, string> {
  return {
    DAFTAR_MODE: 'test',
    APP_URL: appUrl,
    PLATFORM_API_URL: `${platformOrigin}/v1`,
    PLATFORM_ISSUER: platformOrigin,
    PLATFORM_ADMIN_ORIGIN: sandbox.origin,
    PLATFORM_CLIENT_ID: sandbox.clientId,
    PLATFORM_CLIENT_SECRET: sandbox.clientSecret,
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: logLevel,
  };
}
