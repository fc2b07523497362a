/**
 * Folder of the PostgreSQL server programs that tests use, such as /usr/lib/postgresql/15/bin. If unset, tests use the
 * embedded server.
 */
export const testPostgresBin = process.env.TEST_POSTGRES_BIN || undefined;
