import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tables } from '@/lib/system/tables';
import { coordinatorTables, distributedTables } from './distribute-tables';
import { migrationsDir } from './migrations';

const schema = await readFile(path.join(migrationsDir, '..', 'schema.prisma'), 'utf8');
/** The models of schema.prisma: the name of the table, and the lines between the braces. */
const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, model = '', body = '']) => ({
  model,
  body,
  table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '',
}));
const isDistributed = (table: string) => (distributedTables as readonly string[]).includes(table);

test('each table is either distributed or stays on the coordinator for a reason', () => {
  const placed = [...distributedTables, ...Object.keys(coordinatorTables)];
  expect(placed.toSorted()).toEqual(Object.keys(tables).toSorted());
  for (const reason of Object.values(coordinatorTables)) expect(reason).not.toBe('');
});

test.each(distributedTables)('each key of the distributed table %s contains install_id', (name) => {
  const body = models.find(({ table }) => table === name)?.body ?? '';
  const keys = [
    ...[...body.matchAll(/@@(?:id|unique)\(\[([^\]]+)\]/g)].map(([, fields = '']) => fields),
    ...[...body.matchAll(/^\s+(\w+)\s.*@(?:id|unique)\b/gm)].map(([, field = '']) => field),
  ];
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key.split(/,\s*/)).toContain('installId');
});

test('no foreign key joins a distributed table and a table of the coordinator', () => {
  const tableOf = new Map(models.map(({ model, table }) => [model, table]));
  const relations = models.flatMap(({ table, body }) =>
    [...body.matchAll(/^\s+\w+\s+(\w+)[?[\]]*\s+@relation/gm)].map(([, model = '']) => [
      table,
      tableOf.get(model) ?? '',
    ]),
  );
  expect(relations.length).toBeGreaterThan(0);
  for (const [from = '', to = ''] of relations) expect(isDistributed(from)).toBe(isDistributed(to));
});
