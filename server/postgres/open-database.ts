import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from './postgres';

/** The folder and the preferred port of this checkout's embedded database. */
export const embeddedDatabase = {
  dataDir: path.resolve(import.meta.dirname, '../..', '.data', 'postgres'),
  portPreferred: 54_329,
};

/** The requested database. */
export interface OpenDatabase {
  /** The URL for the app. */
  url: string;
  /** A URL with the app's login as the server knows it. A pooler may have login names of its own. */
  appUrl: string;
  /** The URL for migrations. */
  ownerUrl: string;
  /** The embedded server, if no URL is configured. */
  embedded?: EmbeddedPostgres;
  /** Stops the embedded server if it was started for this request. */
  release(): Promise<void>;
}

/**
 * Opens DATABASE_URL (and DATABASE_OWNER_URL for migrations), otherwise the embedded server, which is started if
 * needed. These variables are not read through lib/system/env, because that requires all of the app's variables. A
 * release step that only migrates has no others.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL } = process.env;
  const url = DATABASE_URL || DATABASE_OWNER_URL;
  if (url) {
    const appUrl = (DATABASE_URL && DATABASE_DIRECT_URL) || url;
    return { url, appUrl, ownerUrl: DATABASE_OWNER_URL || url, release: async () => undefined };
  }
  const embedded = await startPostgres(embeddedDatabase);
  return {
    url: embedded.url,
    appUrl: embedded.url,
    ownerUrl: embedded.url,
    embedded,
    release: embedded.stop,
  };
}
