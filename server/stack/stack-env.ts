import path from 'node:path';
import { type StackName, stackDir } from './running-stack';
import { readStackSecrets } from './stack-secrets';

/** The ports and URLs of a stack's programs, and the environments that they receive. */
export interface StackSettings {
  name: StackName;
  appPort: number;
  sandboxPort: number;
  appUrl: string;
  sandboxUrl: string;
  /** The folder for all data that the stack stores. */
  dataDir: string;
  /** The environment of the sandbox. */
  sandboxEnv: Record<string, string>;
  /** The environment of the app and the worker. */
  appEnv(databaseUrl: string): Record<string, string>;
}

/**
 * The settings of `npm run demo` or `npm run dev`. PORT and SANDBOX_PORT choose the ports. Secrets are created once.
 */
export async function readStackSettings(name: StackName): Promise<StackSettings> {
  const appPort = Number(process.env.PORT || 3000);
  const sandboxPort = Number(process.env.SANDBOX_PORT || 4000);
  const appUrl = `http://localhost:${appPort}`;
  // For a browser this is a different site than localhost, as the platform is a different site than the app.
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const dataDir = stackDir(name);
  const secrets = await readStackSecrets(path.join(dataDir, `${name}-secrets.json`));
  const clientId = `daftar-${name}`;
  const isDevelopment = name === 'dev';
  return {
    name,
    appPort,
    sandboxPort,
    appUrl,
    sandboxUrl,
    dataDir,
    sandboxEnv: {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
      SANDBOX_APP_URL: appUrl,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_SECRET: secrets.PLATFORM_CLIENT_SECRET,
    },
    appEnv: (databaseUrl) => ({
      ...secrets,
      NODE_ENV: isDevelopment ? 'development' : 'production',
      DAFTAR_MODE: isDevelopment ? 'development' : 'demo',
      APP_URL: appUrl,
      PORT: String(appPort),
      PLATFORM_API_URL: `${sandboxUrl}/v1`,
      PLATFORM_ISSUER: sandboxUrl,
      PLATFORM_ADMIN_ORIGIN: sandboxUrl,
      PLATFORM_CLIENT_ID: clientId,
      DATABASE_URL: databaseUrl,
      NEXT_TELEMETRY_DISABLED: '1',
    }),
  };
}
