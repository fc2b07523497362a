import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { eventually } from './eventually';

/** The log of the PostgreSQL server of the tests (postgres-cluster.ts). */
export type ServerLog = {
  /** Returns all lines of the log. */
  read(): Promise<string>;
  /** Waits until the log has the text. Returns all lines of the log. */
  readWith(text: string): Promise<string>;
};

export async function findServerLog(): Promise<ServerLog> {
  const client = new pg.Client({ connectionString: inject('testServer').superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  await client.end();
  const file = path.join(rows[0]?.data_directory ?? '', '../server.log');
  const read = () => readFile(file, 'utf8');
  return {
    read,
    async readWith(text) {
      await eventually(`the log of PostgreSQL has: ${text}`, async () => (await read()).includes(text));
      return read();
    },
  };
}
