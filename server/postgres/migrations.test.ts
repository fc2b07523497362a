import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nextMigrationName, readMigrations } from '@/server/postgres/migrations';

const now = new Date('2026-11-22T09:30:05.900Z');

describe('the name of a new migration', () => {
  test.each([
    ['is the time when there is no other', [], '20261122093005_new'],
    ['is the time when all others are older', ['20261121000000_a', '20261120000000_b'], '20261122093005_new'],
    ['is one second after the newest, however that is called', ['20261127000002_zz'], '20261127000003_new'],
    ['is one second after one of this second', ['20261122093005_a'], '20261122093006_new'],
    ['looks at all others', ['20261127000002_a', '20261121000000_b'], '20261127000003_new'],
    ['carries into the next minute', ['20261127000059_a'], '20261127000100_new'],
    ['carries into the next year', ['20261231235959_a'], '20270101000000_new'],
  ])('%s', (_, names, expected) => {
    expect(nextMigrationName('new', names, now)).toBe(expected);
    expect([...names, expected].sort().at(-1)).toBe(expected);
  });

  test('is refused when no valid time remains after the newest migration', () => {
    expect(() => nextMigrationName('new', ['99991231235959_a'], now)).toThrow('is not named like');
  });
});

describe('a folder of migrations', () => {
  let dir: string;
  const add = async (name: string) => {
    await mkdir(path.join(dir, name));
    await writeFile(path.join(dir, name, 'migration.sql'), 'select 1');
  };
  beforeEach(async () => void (dir = await mkdtemp(path.join(os.tmpdir(), 'daftar-migrations-'))));
  afterEach(() => rm(dir, { recursive: true }));

  test('is read in the order of the times in the names', async () => {
    for (const name of ['20261122000000_a', '20261121000000_b']) await add(name);
    expect((await readMigrations(dir)).map(({ name }) => name)).toEqual([
      '20261121000000_b',
      '20261122000000_a',
    ]);
  });

  test.each([
    'add_notes',
    '2026112100000_short_by_a_digit',
    '202611210000000_long_by_a_digit',
    '20261121000000',
    '20261121000000_',
    '20261121000000-add-notes',
    '20261121000000_AddNotes',
    '20261121000060_no_such_second',
    '20260230000000_no_such_day',
    '20261300000000_no_such_month',
  ])('is refused when it contains the name %s', async (name) => {
    await add(name);
    await expect(readMigrations(dir)).rejects.toThrow(`prisma/migrations/${name} is not named like`);
  });

  test('is refused when two migrations have the same time', async () => {
    for (const name of ['20261121000000_a', '20261121000000_b']) await add(name);
    await expect(readMigrations(dir)).rejects.toThrow('20261121000000_a and 20261121000000_b have the same');
  });
});
