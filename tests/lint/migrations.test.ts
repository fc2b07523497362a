import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noTransactionMarker } from '@/server/postgres/apply-migration';
import { type Migration, migrationsDir, readMigrations } from '@/server/postgres/migrations';
import { lintMigration } from './lint-migration';

const packageFile = path.resolve(migrationsDir, '../../package.json');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')));

/** Migrations from before the first deployment that break the rules, each with the reason why it is accepted. */
const accepted = new Map([
  ['20261124130300_session_end', 'ended all sessions; no release is older'],
  ['20261125021900_search_tags', 'changed all orders; no release is older'],
]);

const [, ...migrations] = await readMigrations();
const problemsOf = ({ name }: Migration) => {
  const index = migrations.findIndex((one) => one.name === name);
  const migration = migrations[index];
  return migration ? lintMigration(migration, migrations.slice(0, index), version) : [];
};

describe('each migration of this checkout', () => {
  it.each(migrations.filter(({ name }) => !accepted.has(name)))(
    'makes no request wait: $name',
    (migration) => {
      expect(problemsOf(migration)).toEqual([]);
    },
  );

  it.each(migrations.filter(({ name }) => accepted.has(name)))(
    'is in the list of exceptions only if it breaks a rule: $name',
    (migration) => {
      expect(problemsOf(migration)).not.toEqual([]);
    },
  );
});

const of = (sql: string): Migration => ({ name: '29990101000000_x', file: 'x', sql });
const lint = (sql: string, earlier: string[] = []) => lintMigration(of(sql), earlier.map(of), '2.0.0');
const alone = (sql: string) => `${noTransactionMarker}\n${sql}`;

describe('the lint of migrations', () => {
  it.each([
    ['an index that blocks writes', 'CREATE INDEX a ON orders (id)', 'use CREATE INDEX CONCURRENTLY'],
    [
      'a required column without a default',
      'ALTER TABLE orders ADD COLUMN a text NOT NULL',
      'NOT NULL without a default',
    ],
    [
      'a default that rewrites the table',
      'ALTER TABLE orders ADD COLUMN a uuid DEFAULT gen_random_uuid()',
      'not a constant',
    ],
    [
      'a check of a new column',
      "ALTER TABLE orders ADD COLUMN a text CHECK (a <> '')",
      'CONSTR_CHECK of the new column',
    ],
    [
      'a generated column',
      'ALTER TABLE orders ADD COLUMN a int GENERATED ALWAYS AS (1) STORED',
      'CONSTR_GENERATED',
    ],
    ['another type', 'ALTER TABLE orders ALTER COLUMN a TYPE bigint', 'ALTER TYPE of orders.a'],
    ['a check that reads the table', 'ALTER TABLE orders ADD CONSTRAINT c CHECK (a > 0)', 'add it NOT VALID'],
    [
      'a foreign key that reads the table',
      'ALTER TABLE orders ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (a)',
      'add it NOT VALID',
    ],
    ['a unique constraint', 'ALTER TABLE orders ADD CONSTRAINT c UNIQUE (a)', 'USING INDEX'],
    [
      'SET NOT NULL without a validated check',
      'ALTER TABLE orders ALTER a SET NOT NULL',
      'orders_a_not_null',
    ],
    ['an update of a whole table', "UPDATE orders SET a = 'b'", 'in batches by the worker'],
    ['an insert of a query', 'INSERT INTO orders SELECT * FROM quotes', 'in batches by the worker'],
    ['a drop of a column in use', 'ALTER TABLE orders DROP COLUMN a', 'breaks the previous release'],
    ['a drop of a table in use', 'DROP TABLE orders', 'breaks the previous release'],
    [
      'a drop that this release is the first to survive',
      '-- contract: unused since 2.0.0\nDROP TABLE orders',
      'breaks the previous release',
    ],
    ['a new name', 'ALTER TABLE orders RENAME COLUMN a TO b', 'breaks the previous release'],
    ['an index drop that blocks reads', 'DROP INDEX a', 'use DROP INDEX CONCURRENTLY'],
    [
      'a second table',
      'ALTER TABLE orders ADD COLUMN a text; ALTER TABLE quotes ADD COLUMN a text',
      'one migration for each table',
    ],
    ['a validation in a transaction', 'ALTER TABLE orders VALIDATE CONSTRAINT c', 'the first line must be'],
    [
      'two statements outside a transaction',
      alone('DROP INDEX CONCURRENTLY a; DROP INDEX CONCURRENTLY b'),
      'exactly one statement',
    ],
    [
      'a lock outside a transaction',
      alone('ALTER TABLE orders ADD COLUMN a text'),
      'must be in a transaction',
    ],
    ['a block of code, which it cannot read', 'DO $$ BEGIN NULL; END $$', 'not known to be safe'],
    ['an explicit lock', 'LOCK TABLE orders', 'not known to be safe'],
  ])('refuses %s', (_, sql, problem) => {
    expect(lint(sql).join('\n')).toContain(problem);
  });

  it.each([
    [
      'anything on a new table',
      'CREATE TABLE a (b int); CREATE INDEX c ON a (b); ALTER TABLE a ADD CONSTRAINT d CHECK (b > 0)',
    ],
    ['a new column with a constant default', "ALTER TABLE orders ADD COLUMN a text[] NOT NULL DEFAULT '{}'"],
    ['a check that is validated later', 'ALTER TABLE orders ADD CONSTRAINT c CHECK (a > 0) NOT VALID'],
    ['a validation', alone('ALTER TABLE orders VALIDATE CONSTRAINT c')],
    ['an index that is built concurrently', alone('-- Why.\nCREATE INDEX CONCURRENTLY a ON orders (id)')],
    [
      'a drop of what the previous release does not use',
      '-- contract: unused since 1.9.0\nALTER TABLE orders DROP COLUMN a',
    ],
  ])('accepts %s', (_, sql) => {
    expect(lint(sql)).toEqual([]);
  });

  it('accepts SET NOT NULL after a validated check', () => {
    const validation = alone('ALTER TABLE orders VALIDATE CONSTRAINT orders_a_not_null');
    expect(lint('ALTER TABLE orders ALTER COLUMN a SET NOT NULL', [validation])).toEqual([]);
  });
});
