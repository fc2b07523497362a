import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readReadiness } from '@/lib/system/health.server';
import { log } from '@/lib/system/log';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;

beforeAll(async () => {
  // The app runs with its own database login, as in production. This login can read the applied migrations only because
  // `npm run migrate` grants it the right.
  world = await startAppWorld({ appLogin: true });
});
afterAll(() => {
  vi.useRealTimers();
  return world.stop();
});

it('M14: readiness is refused while a migration is missing, logs it once, and accepts a newer database', async () => {
  const error = vi.spyOn(log, 'error');
  // The app caches the result of a readiness check for a second. So the test moves the clock forward before each check.
  vi.useFakeTimers({ toFake: ['Date'] });
  const check = () => {
    vi.setSystemTime(Date.now() + 2_000);
    return readReadiness();
  };
  const { rows } = await world.sql.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1 DESC LIMIT 1',
  );
  const newest = rows[0]?.name;
  const rename = 'UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1';
  await world.sql.query(rename, [newest, 'elsewhere']);
  expect([await check(), await check()]).toEqual(['migrations_missing', 'migrations_missing']);
  expect(error.mock.calls.map(([details]) => details)).toEqual([{ pending: [newest] }]);

  await world.sql.query(rename, ['elsewhere', newest]);
  await world.sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ('newer', '', '29990101000000_from_a_newer_version', now(), 1)`,
  );
  expect(await check()).toBe('ready');
});
