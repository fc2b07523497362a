/**
 * The folder of the server programs that tests run on, such as /usr/lib/postgresql/15/bin; unset means the embedded
 * server.
 */
export const testPostgresBin = process.env.TEST_POSTGRES_BIN || undefined;
