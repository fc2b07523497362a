import pg from 'pg';
import { completeInstall } from '@/lib/installs/complete-install.server';
import { dataOf } from 'commerce-platform-client/contract/common';
import { Installation } from 'commerce-platform-client/contract/installation';
import { TokenResponse } from 'commerce-platform-client/contract/oauth';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { appEnvOf, endpointVariables } from './app-env';
import { createAppLogin } from './create-app-login';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import { createTestDatabase } from '@/tests/support/stack/postgres';
import { documentedLayout } from '@/sandbox/platform-layout';
import type { Proxy } from '@/tests/support/platform/proxy';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';

/** The modules of the app, loaded in the test process, with a database and a sandbox of their own. */
export type AppWorld = {
  sandbox: Omit<SandboxProcess, 'child'>;
  /**
   * Connection to the database as its owner. Row security applies to the owner too. To bypass row security, a test
   * first runs SET ROLE to a role that is exempt from it.
   */
  sql: pg.Client;
  /** Runs an SQL query as daftar_system, the role that can read the rows of all tenants. */
  system<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  stores: { id: string; currency: string; decimals: number; locations: string[] }[];
  /** Environment variables of this app, for child processes that a test starts. */
  appEnv: Record<string, string>;
  /**
   * Approves an installation at the sandbox without a browser. Returns the tokens that the OAuth callback would
   * receive.
   */
  grant(options?: GrantOptions): Promise<TokenResponse>;
  /** Stores the tokens of an installation in the database, as the OAuth callback does. Returns the install id. */
  takeIn(tokens: TokenResponse): Promise<InstallId>;
  /** Approves an installation and stores its tokens: calls `grant` and then `takeIn`. */
  install(options?: GrantOptions): Promise<InstallId>;
  stop(): Promise<void>;
};

type GrantOptions = { store?: number; scopes?: string[]; dpa_accepted?: boolean; reuse_install_id?: boolean };

/**
 * Starts a database and a sandbox, and configures the app in this process. Call it in beforeAll, before any code calls
 * env(). If the caller passes a proxy, the app calls the platform through it.
 */
export async function startAppWorld(
  options: {
    appUrl?: string;
    sandbox?: Record<string, string>;
    proxy?: Proxy;
    /**
     * True to give the app its own database login, as in production. By default the app uses the login of the
     * database's owner.
     */
    appLogin?: boolean;
    /**
     * False to set the OAuth endpoints by variables, for a test that simulates the network. By default the app reads
     * the endpoints from the platform's metadata.
     */
    readsMetadata?: boolean;
    /** A migrated database to use instead of a new database on the server of the tests. */
    database?: ScratchDatabase;
    /** URL of the secret ledger's database. Without it, the app has no secret ledger. */
    ledgerUrl?: string;
    /** A platform that already runs, to use instead of starting a new sandbox process. */
    platform?: AppWorld['sandbox'];
  } = {},
): Promise<AppWorld> {
  const appUrl = options.appUrl ?? 'http://localhost:3999';
  const [database, sandbox] = await Promise.all([
    options.database ?? createTestDatabase(),
    options.platform ?? startSandbox(appUrl, options.sandbox),
  ]);
  const login = options.appLogin ? await createAppLogin(database) : undefined;
  if (options.proxy) options.proxy.target = sandbox.origin;
  const appEnv = appEnvOf({
    appUrl,
    sandbox,
    platformOrigin: options.proxy?.origin ?? sandbox.origin,
    database: login ?? database,
    logLevel: 'silent',
  });
  if (options.readsMetadata === false) Object.assign(appEnv, endpointVariables(appEnv.PLATFORM_ISSUER ?? ''));
  if (options.ledgerUrl !== undefined) appEnv.LEDGER_DATABASE_URL = options.ledgerUrl;
  Object.assign(process.env, appEnv);
  log.level = env().LOG_LEVEL;
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  let lastSystem: Promise<unknown> = Promise.resolve();
  const { stores } = await sandbox.control<Pick<AppWorld, 'stores'>>('GET', '');
  const grant = async ({ store = 0, ...more }: GrantOptions = {}) => {
    const answer = await sandbox.control<Record<string, unknown>>('POST', '/installs', {
      store_id: stores[store]?.id,
      dpa_accepted: true,
      ...more,
    });
    return TokenResponse.parse(answer);
  };
  const takeIn = async (tokens: TokenResponse) => {
    const response = await fetch(`${sandbox.origin}${documentedLayout.api}/installation`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { data } = dataOf(Installation).parse(await response.json());
    const done = await completeInstall(tokens, data);
    if (!done.ok) throw new Error(done.code);
    return done.installId;
  };
  return {
    sandbox,
    sql,
    stores,
    appEnv,
    async system<Row extends object>(text: string, values: unknown[] = []) {
      // The calls run one after another. Otherwise, a call could end the transaction of another call, and the query of
      // that call would run without its role.
      const run = lastSystem.then(async () => {
        await sql.query('BEGIN; SET LOCAL ROLE daftar_system');
        try {
          return (await sql.query<Row>(text, values)).rows;
        } finally {
          await sql.query('COMMIT');
        }
      });
      lastSystem = run.catch(() => undefined);
      return run;
    },
    grant,
    takeIn,
    install: async (more) => takeIn(await grant(more)),
    async stop() {
      await closeDb();
      await sql.end();
      await sandbox.stop();
      await database.drop();
      await login?.drop();
    },
  };
}
