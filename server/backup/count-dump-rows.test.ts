import { expect, it } from 'vitest';
import { countDumpRows } from './count-dump-rows';

const dump = [
  'CREATE TABLE public.orders (',
  '    id text NOT NULL',
  ');',
  'COPY public.orders (install_id, id) FROM stdin;',
  'ins_1\tord_1',
  'ins_1\tCOPY public.quotes (id) FROM stdin;',
  'ins_1\ttwo\\nlines',
  '\\.',
  'COPY public._prisma_migrations (id, "checksum") FROM stdin;',
  '\\.',
  '-- PostgreSQL database dump complete',
];

it('countDumpRows counts each line of a COPY block as one row, whatever the line contains', async () => {
  expect(await countDumpRows(dump)).toEqual({
    rows: { orders: 3, _prisma_migrations: 0 },
    isComplete: true,
  });
});

it('the rows of the partitions of a table are counted as rows of the table', async () => {
  const partitions = ['20261204', '20261205'].flatMap((day) => [
    `COPY public.inbox_bodies_${day} (install_id, event_id) FROM stdin;`,
    `${day}\t1`,
    '\\.',
  ]);
  expect((await countDumpRows(partitions)).rows).toEqual({ inbox_bodies: 2 });
});

it('a dump that was cut off is not complete', async () => {
  expect(await countDumpRows(dump.slice(0, 6))).toEqual({ rows: { orders: 2 }, isComplete: false });
});
