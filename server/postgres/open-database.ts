import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from './postgres';

/** Where the embedded database of this checkout is, and the port it likes. */
export const embeddedDatabase = {
  dataDir: path.resolve(import.meta.dirname, '../..', '.data', 'postgres'),
  portPreferred: 54_329,
};

/** The database that was asked for. */
export interface OpenDatabase {
  /** For the app. */
  url: string;
  /** For migrations. */
  ownerUrl: string;
  /** Set when it is ours to start and to stop. */
  embedded?: EmbeddedPostgres;
  /** Stops what was started for it. */
  release(): Promise<void>;
}

/**
 * DATABASE_URL (and DATABASE_OWNER_URL for migrations), else the embedded server, started if need be. These
 * two are read here and not by lib/system/env, which asks for all of the app's variables: a release step that
 * only migrates has no others.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  const url = DATABASE_URL || DATABASE_OWNER_URL;
  if (url) return { url, ownerUrl: DATABASE_OWNER_URL || url, release: async () => undefined };
  const embedded = await startPostgres(embeddedDatabase);
  return { url: embedded.url, ownerUrl: embedded.url, embedded, release: embedded.stop };
}
