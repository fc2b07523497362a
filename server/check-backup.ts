import { parseBackupEnv } from '@/lib/system/env';
import { checkBackup } from '@/server/backup/check-backup';

/**
 * `npm run backup:check -- FILE...` counts the rows in the files of one backup. It exits with code 1 and names each
 * table that has missing rows. It reads the files of `npm run backup`, and files that pg_dump wrote in any format. It
 * cannot read a dump with INSERT statements.
 */
try {
  const files = process.argv.slice(2);
  if (files.length === 0) throw new Error('Usage: npm run backup:check -- FILE FILE.keys');
  const { DATABASE_BACKUP_URL: url, PATH: searchPath } = parseBackupEnv(process.env);
  const rows = await checkBackup({ files, url, searchPath });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`ok: ${total} rows of ${Object.keys(rows).length} tables`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
