/** What psql is started with. */
export interface PsqlSession {
  /** The connection string, without the password: other users of the machine can read a program's arguments. */
  url: string;
  /** On top of the environment. */
  env: Record<string, string>;
}

/** Who a session acts as. */
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
 * A psql session that has the role from its start, so that every command of it, and `RESET ROLE`, keep that role.
 *
 * @param databaseUrl a session connection: a pooler in transaction mode refuses the options
 * @param options PGOPTIONS of the environment, kept
 */
export function psqlSession(databaseUrl: string, role: PsqlRole, options = ''): PsqlSession {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const ownOptions = url.searchParams.get('options') ?? '';
  for (const name of [...url.searchParams.keys()]) {
    if (!libpqParameters.includes(name)) url.searchParams.delete(name);
  }
  // Known to the driver of the app alone.
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

/** In PGOPTIONS a blank ends a value, unless a backslash comes before it. */
function escapeOption(value: string): string {
  return value.replace(/[\\\s]/g, '\\$&');
}
