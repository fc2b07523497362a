import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Folder of the PostgreSQL server programs that tests use, such as /usr/lib/postgresql/15/bin. If unset, tests use the
 * embedded server.
 */
export const testPostgresBin = process.env.TEST_POSTGRES_BIN || undefined;

/**
 * Folder of PostgreSQL 15, the oldest version that Daftar supports, where Debian, Red Hat or Homebrew
 * installs it. Undefined if it is not installed. Unlike the embedded server, it includes the client programs.
 */
export const postgres15Bin = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
].find((dir) => existsSync(path.join(dir, 'initdb')));
