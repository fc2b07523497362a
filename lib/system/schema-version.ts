import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemQuery } from '@/lib/system/db';

const Applied = z.array(z.object({ migration_name: z.string() }));

/**
 * Compares the migrations of this version of the app with those of the database. `pending`: migrations of this version
 * that the database does not have. `unknown`: migrations of the database that this version does not have. They come
 * from a newer version, which may run at the same time during an upgrade.
 *
 * The function reads the migrations of this version from the folder prisma/migrations. A deployment needs the folder
 * for `npm run migrate` in any case. Throws if the folder is missing, or if daftar_system has no right to read the
 * applied migrations. `npm run migrate` grants this right.
 */
export async function readSchemaVersion(): Promise<{ pending: string[]; unknown: string[] }> {
  const entries = await readdir(path.join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true });
  const ours = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const rows = await systemQuery(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    [],
  );
  const applied = Applied.parse(rows).map((row) => row.migration_name);
  return {
    pending: ours.filter((name) => !applied.includes(name)).sort(),
    unknown: applied.filter((name) => !ours.includes(name)).sort(),
  };
}
