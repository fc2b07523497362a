/** The arguments and environment that psql is started with. */
export interface PsqlSession {
  /** The connection string without the password, because other users of the machine can read a program's arguments. */
  url: string;
  /** Variables to add to the environment. */
  env: Record<string, string>;
}

/** The database role of a session. */
export type PsqlRole = { name: 'daftar_system' } | { name: 'daftar_app'; installId: string };

/** Parameters of a connection string that libpq knows. It refuses others, such as Prisma's `schema`. */
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
 * A psql session that has its role from the start, so that every command, and `RESET ROLE`, stays in that role.
 *
 * @param databaseUrl a session connection: a pooler in transaction mode refuses the options
 * @param options PGOPTIONS of the environment, which are preserved
 */
export function psqlSession(databaseUrl: string, role: PsqlRole, options = ''): PsqlSession {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const ownOptions = url.searchParams.get('options') ?? '';
  for (const name of [...url.searchParams.keys()]) {
    if (!libpqParameters.includes(name)) url.searchParams.delete(name);
  }
  // Only the app's database driver knows no-verify, so libpq gets require.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  const settings = [`role=${role.name}`];
  if (role.name === 'daftar_app') settings.push(`daftar.install_id=${escapeOption(role.installId)}`);
  const pgOptions = [options, ownOptions, ...settings.map((setting) => `-c ${setting}`)];
  return {
    url: url.href,
    env: {
      PGOPTIONS: pgOptions.filter(Boolean).join(' '),
      ...(password && { PGPASSWORD: password }),
    },
  };
}

/** In PGOPTIONS a space ends a value, unless a backslash precedes it. */
function escapeOption(value: string): string {
  return value.replace(/[\\\s]/g, '\\$&');
}
