import { randomBytes } from 'node:crypto';
import { oauthPaths } from 'commerce-platform-client/assumptions';
import { documentedLayout } from '@/sandbox/platform-layout';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import type { SandboxProcess } from '@/tests/support/stack/sandbox-process';

/** Values from which appEnvOf makes the environment variables of an app under test. */
export type AppEnvOptions = {
  appUrl: string;
  /** Address and app credentials of the sandbox. If the app never calls the platform, no sandbox needs to run. */
  sandbox: Pick<SandboxProcess, 'origin' | 'clientId' | 'clientSecret'>;
  /**
   * The origin to which the app sends its requests to the platform. If a proxy is between the app and the sandbox, it
   * is the origin of the proxy.
   */
  platformOrigin?: string;
  database: Pick<ScratchDatabase, 'url'>;
  logLevel: 'silent' | 'warn';
};

/** Returns the environment variables of an app under test. Each call generates new secrets. */
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
    PLATFORM_API_URL: platformOrigin + documentedLayout.api,
    PLATFORM_ISSUER: platformOrigin,
    PLATFORM_ADMIN_ORIGIN: sandbox.origin,
    PLATFORM_CLIENT_ID: sandbox.clientId,
    PLATFORM_CLIENT_SECRET: sandbox.clientSecret,
    // With a proxy between the app and the sandbox, the OAuth endpoints are set by variables. The sandbox's OAuth
    // metadata names the sandbox's own origin as the issuer, not the proxy's origin, so the app would refuse the
    // metadata.
    ...(platformOrigin !== sandbox.origin && endpointVariables(platformOrigin)),
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: logLevel,
  };
}

/**
 * Returns variables that name the documented OAuth endpoints at this origin. With these variables, the app does not
 * read the OAuth metadata.
 */
export function endpointVariables(origin: string): Record<string, string> {
  return {
    PLATFORM_AUTHORIZATION_ENDPOINT: origin + oauthPaths.authorize,
    PLATFORM_TOKEN_ENDPOINT: origin + oauthPaths.token,
  };
}
