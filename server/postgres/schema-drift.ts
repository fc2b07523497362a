import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { schemaEngine, schemaPath } from './schema-engine';

/**
 * Returns the SQL that would change a migrated database to match prisma/schema.prisma. Returns undefined if they match.
 * The SQL never contains row security, grants, roles and sequences, because Prisma does not compare them.
 *
 * @param url a database that has all migrations; it is only read
 * @param schema a text to use instead of the file, for tests
 */
export async function schemaDrift(url: string, schema?: string): Promise<string | undefined> {
  const root = path.resolve(import.meta.dirname, '../..');
  const content = schema ?? (await readFile(path.join(root, schemaPath), 'utf8'));
  const files = [{ path: schemaPath, content }];
  const engine = await schemaEngine(url, content);
  try {
    const difference = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: root },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return difference.exitCode === 0 ? undefined : (difference.stdout ?? '');
  } finally {
    engine.free();
  }
}
