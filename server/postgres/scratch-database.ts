import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { EmbeddedPostgres } from './postgres';

/**
 * A temporary database on an embedded server, which is dropped after use. Its URL has the login `daftar`, which owns
 * the database.
 */
export interface ScratchDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a scratch database.
 *
 * @param template a database to copy, which must have no open connections; unset means an empty database
 */
export async function createScratchDatabase(
  server: Pick<EmbeddedPostgres, 'url' | 'superuserUrl'>,
  options: { prefix: string; template?: string },
): Promise<ScratchDatabase> {
  const name = `${options.prefix}_${randomBytes(6).toString('hex')}`;
  const template = options.template ? `template ${pg.escapeIdentifier(options.template)}` : '';
  await asSuperuser(server, `create database ${name} ${template} owner daftar`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => asSuperuser(server, `drop database if exists ${name} with (force)`),
  };
}

/** Runs a statement as the superuser of a server, on a connection of its own. */
export async function asSuperuser(
  server: Pick<EmbeddedPostgres, 'superuserUrl'>,
  sql: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
