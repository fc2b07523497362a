import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from './postgres';

/** The folder and the preferred port of the embedded database in this checkout. */
export const embeddedDatabase = {
  dataDir: path.resolve(import.meta.dirname, '../..', '.data', 'postgres'),
  portPreferred: 54_329,
};

/** A database that openDatabase opened. */
export interface OpenDatabase {
  /** The connection URL for the app. */
  url: string;
  /**
   * The connection URL of the app with the login name that is valid in PostgreSQL. The login name in `url` may be
   * another one, because `url` may be the address of a connection pooler with login names of its own.
   */
  appUrl: string;
  /** The connection URL of the owner, for migrations. */
  ownerUrl: string;
  /** The embedded server; unset if the environment names a database by URL. */
  embedded?: EmbeddedPostgres;
  /** Stops the embedded server if openDatabase started it. */
  release(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL (with DATABASE_OWNER_URL for migrations). If neither variable is set, opens the
 * embedded server and starts it if needed. The variables are read here and not by lib/system/env.ts. That module
 * requires all variables of the app, and a release step that only migrates does not have all of them.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, NODE_ENV } = process.env;
  const url = DATABASE_URL || DATABASE_OWNER_URL;
  if (url) {
    const appUrl = (DATABASE_URL && DATABASE_DIRECT_URL) || url;
    return { url, appUrl, ownerUrl: DATABASE_OWNER_URL || url, release: async () => undefined };
  }
  // In production (the container image sets NODE_ENV), there is no embedded server, so the database URL is required.
  if (NODE_ENV === 'production')
    throw new Error(
      'No database: set DATABASE_OWNER_URL and DATABASE_URL (docs/operating.md, Database logins).',
    );
  const embedded = await startPostgres(embeddedDatabase);
  return {
    url: embedded.url,
    appUrl: embedded.url,
    ownerUrl: embedded.url,
    embedded,
    release: embedded.stop,
  };
}
