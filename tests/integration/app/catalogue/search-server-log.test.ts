import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import { superuserOf } from '@/tests/support/mirror/mirror-database';
import { createTestDatabase } from '@/tests/support/stack/postgres';
import { findServerLog, type ServerLog } from '@/tests/support/stack/server-log';

let database: ScratchDatabase;
let searching: pg.Client;
let locking: pg.Client;
let serverLog: ServerLog;
const notices: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  searching = await superuserOf(inject('testServer'), database);
  searching.on('notice', ({ message }) => notices.push(message ?? ''));
  locking = await superuserOf(inject('testServer'), database);
  serverLog = await findServerLog();
});
afterAll(async () => {
  await searching.end();
  await locking.end();
  await database.drop();
});

/** Runs a search as the app runs it. The searched words are values of the statement. */
async function search(sql: string, values: unknown[]): Promise<void> {
  await searching.query(
    `BEGIN; SET LOCAL lock_timeout = '200ms'; SET LOCAL ROLE daftar_app; SET LOCAL daftar.install_id = 'inst_1'`,
  );
  try {
    await searching.query(sql, values);
  } finally {
    await searching.query('ROLLBACK');
  }
}

/**
 * Each search function, called with a canary (a word that occurs nowhere else), the table to lock, and how many of
 * its statements are dynamic SQL and search for the word.
 */
const searches: [string, string, (canary: string) => unknown[], string, number][] = [
  ['search_orders', 'SELECT * FROM search_orders($1, 10)', (canary) => [[`%${canary}%`]], 'orders', 1],
  [
    'search_products, by trigrams',
    'SELECT * FROM search_products($1, $2, true, 10)',
    (canary) => [[`%${canary}%`], canary],
    'products',
    2,
  ],
  [
    'search_products, by the newest products',
    'SELECT * FROM search_products($1, $2, false, 10)',
    (canary) => [[`%${canary}%`], canary],
    'products',
    2,
  ],
  [
    'match_products',
    'SELECT * FROM match_products($1, $2, $3, 10)',
    (canary) => [[canary], [`${canary} ${canary}`], [canary]],
    'products',
    3,
  ],
];

describe.skipIf(inject('testServer').nodes)('the log of PostgreSQL has no word of a search', () => {
  it.each(searches)('%s, when it waits too long for a lock', async (_, sql, valuesOf, table) => {
    const canary = `canary${randomUUID()}`;
    const before = (await serverLog.read()).length;
    await locking.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      await expect(search(sql, valuesOf(canary))).rejects.toThrow('canceling statement due to lock timeout');
    } finally {
      await locking.query('ROLLBACK');
    }
    const log = (await serverLog.readWith(`STATEMENT:  ${sql}`)).slice(before);
    expect(log).toContain('canceling statement due to lock timeout');
    expect(log.includes(canary)).toBe(false);
  });

  it.each(searches)('%s: no text of its statements has the word', async (_, sql, valuesOf, _table, count) => {
    const canary = `canary${randomUUID()}`;
    await searching.query(
      `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
       SET auto_explain.log_format = json; SET auto_explain.log_level = notice`,
    );
    notices.length = 0;
    await search(sql, valuesOf(canary));
    await searching.query('SET auto_explain.log_min_duration = -1');
    const texts = notices
      .filter((notice) => notice.includes('"Query Text"'))
      .map(
        (notice) => (JSON.parse(notice.slice(notice.indexOf('{'))) as { 'Query Text': string })['Query Text'],
      )
      .filter((text) => /\bFROM products |\bFROM orders /.test(text) && text.includes('install_id'));
    expect(texts.filter((text) => text.includes(canary))).toEqual([]);
    expect(texts.length).toBe(count);
  });
});
