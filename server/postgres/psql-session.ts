/** The arguments and the environment for starting psql or another client program of PostgreSQL. */
export interface PsqlSession {
  /**
   * The connection string without the password. The password is in the environment, because other users of the machine
   * can read a program's arguments.
   */
  url: string;
  /** Environment variables to add to those of the current process. */
  env: Record<string, string>;
}

/**
 * The database role in which a psql session runs. Row security shows the role daftar_app only the rows of one install.
 */
export type PsqlRole = { name: 'daftar_system' } | { name: 'daftar_app'; installId: string };

/**
 * Parameters of a connection string that libpq (the library of psql) accepts. All other parameters, such as Prisma's
 * `schema`, are removed, because libpq refuses them.
 */
const libpqParameters = [
  'application_name',
  'channel_binding',
  'connect_timeout',
  'host',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
];

/**
 * Returns the arguments and variables for starting psql, pg_dump or pg_restore in a database role. Every statement of
 * the session runs in this role, even after `RESET ROLE`.
 *
 * @param databaseUrl a direct connection or a pooler in session mode; a pooler in transaction mode refuses the
 * options
 * @param role unset: the role of the login itself
 * @param options PGOPTIONS of the environment, which are preserved
 */
export function psqlSession(databaseUrl: string, role: PsqlRole | undefined, options = ''): PsqlSession {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const ownOptions = url.searchParams.get('options') ?? '';
  for (const name of [...url.searchParams.keys()]) {
    if (!libpqParameters.includes(name)) url.searchParams.delete(name);
  }
  // libpq refuses the sslmode no-verify, which is an extension of the app's database driver. It is replaced by require.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  const settings = role ? [`role=${role.name}`] : [];
  if (role?.name === 'daftar_app') settings.push(`daftar.install_id=${escapeOption(role.installId)}`);
  const pgOptions = [options, ownOptions, ...settings.map((setting) => `-c ${setting}`)];
  return {
    url: url.href,
    env: {
      PGOPTIONS: pgOptions.filter(Boolean).join(' '),
      ...(password && { PGPASSWORD: password }),
    },
  };
}

/** Escapes a value for PGOPTIONS. A space in PGOPTIONS ends a value, except after a backslash. */
function escapeOption(value: string): string {
  return value.replace(/[\\\s]/g, '\\$&');
}
