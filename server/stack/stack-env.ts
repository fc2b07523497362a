import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { documentedLayout } from '@/sandbox/platform-layout';
import { type StackName, stackDir } from './running-stack';

/** The ports and URLs of the programs of a stack, and the environment variables that each program receives. */
export interface StackSettings {
  name: StackName;
  appPort: number;
  sandboxPort: number;
  appUrl: string;
  sandboxUrl: string;
  /** The folder for all data that the stack stores. */
  dataDir: string;
  /** Environment variables of the sandbox. */
  sandboxEnv: Record<string, string>;
  /** Environment variables of the app and the worker. */
  appEnv(databaseUrl: string): Record<string, string>;
}

/**
 * Returns the settings of `npm run demo` or `npm run dev`. The variables PORT and SANDBOX_PORT choose the ports.
 * Secrets are created at the first start and reused later.
 */
export async function readStackSettings(name: StackName): Promise<StackSettings> {
  const appPort = Number(process.env.PORT || 3000);
  const sandboxPort = Number(process.env.SANDBOX_PORT || 4000);
  const appUrl = `http://localhost:${appPort}`;
  // The sandbox has the host 127.0.0.1 and the app has the host localhost, so a browser treats them as two sites. The
  // real platform and the app are two sites as well.
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
      PLATFORM_API_URL: sandboxUrl + documentedLayout.api,
      PLATFORM_ISSUER: sandboxUrl,
      PLATFORM_ADMIN_ORIGIN: sandboxUrl,
      PLATFORM_CLIENT_ID: clientId,
      DATABASE_URL: databaseUrl,
      NEXT_TELEMETRY_DISABLED: '1',
    }),
  };
}

const stackSecrets = z.object({
  PLATFORM_CLIENT_SECRET: z.string().min(32),
  NEXTAUTH_SECRET: z.string().min(32),
  ENCRYPTION_KEYS: z.string().min(32),
});

/** The secrets of a stack on this machine. Each property has the name of its environment variable. */
type StackSecrets = z.infer<typeof stackSecrets>;

/**
 * Reads the secrets of a stack from a file (mode 0600). The first start creates the file. Later starts use
 * the same secrets, because stored data was encrypted with them.
 */
async function readStackSecrets(file: string): Promise<StackSecrets> {
  const random = () => randomBytes(32).toString('base64');
  const fresh: StackSecrets = {
    PLATFORM_CLIENT_SECRET: random(),
    NEXTAUTH_SECRET: random(),
    ENCRYPTION_KEYS: `k1:${random()}`,
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return stackSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
}
