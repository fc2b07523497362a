import { z } from 'zod';
import { developmentClientSecret } from '@/lib/shared/development-secret';
import { databaseTls } from '@/lib/system/database-tls';
import { isPublicHost } from '@/lib/system/host-kind';

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || new URL(url).origin === url, {
    error: 'must be an origin alone, like https://app.example.com, with no path and no slash at the end',
  });
const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !url.endsWith('/'), { error: 'must not end with a slash' })
  .refine((url) => !URL.canParse(url) || url.endsWith('/') || isOriginAndPath(url), {
    error: 'must be an origin and a path alone, with no user, query or fragment',
  });
/**
 * Whether the URL consists only of an origin and a path, written exactly as the URL parser writes them. Parsing then
 * does not change the URL. The URLs of the API and of the issuer must have this form. The issuer is compared as text,
 * and paths are appended to both URLs.
 */
const isOriginAndPath = (url: string) => {
  const { origin, pathname } = new URL(url);
  return url === origin + pathname.replace(/^\/$/, '');
};
const endpointUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || isWithoutUserAndFragment(new URL(url)), {
    error: 'must have no user, password or fragment',
  });
const isWithoutUserAndFragment = ({ username, password, href }: URL) =>
  !username && !password && !href.includes('#');
/** A path in the store admin with placeholders. It has one slash at the start, so it cannot name another host. */
const pathTemplate = (names: readonly string[]) =>
  z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[\w.~!$&'()*+,;=:@%/?{}-]*$/, 'must be a path that starts with one slash')
    .refine((text) => !/[{}]/.test(names.reduce((rest, name) => rest.replaceAll(`{${name}}`, ''), text)), {
      error: `may have only the placeholders ${names.map((name) => `{${name}}`).join(' and ')}`,
    })
    .optional();
const parameterName = z
  .string()
  .regex(/^[\w.~-]{1,64}$/, 'must be the name of a query parameter: 1 to 64 of A-Z a-z 0-9 . _ ~ -')
  .optional();
const secret = z.string().min(32, 'must be at least 32 characters: openssl rand -base64 32');

/**
 * Minimum number of different characters in a secret, to find secrets that are not random, such as 32 equal characters.
 * Less than one of 10,000 random secrets of 32 hexadecimal digits is below this minimum, and far fewer of base64.
 */
const differentCharactersMin = 10;

/**
 * Minimum number of different byte values in an encryption key, to find keys that are not random. On average, less than
 * one of 10^12 random keys of 32 bytes is below this minimum. A key of zeros has only one byte value, so it is refused.
 */
const differentBytesMin = 16;

const keyRing = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim().split(':')))
  .pipe(
    z
      .array(
        z.tuple([
          z.string().regex(/^[a-z0-9]{1,16}$/, 'a key id is 1 to 16 of a-z 0-9'),
          z.base64().refine((key) => Buffer.from(key, 'base64').length === 32, 'a key is 32 bytes in base64'),
        ]),
      )
      .min(1)
      .refine((ring) => new Set(ring.map(([id]) => id)).size === ring.length, 'key ids must differ')
      .refine((ring) => new Set(ring.map(([, key]) => key)).size === ring.length, 'keys must differ')
      .refine(
        (ring) => ring.every(([, key]) => new Set(Buffer.from(key, 'base64')).size >= differentBytesMin),
        'a key must be random: openssl rand -base64 32',
      ),
  )
  .transform((ring) => ring.map(([id, key]) => ({ id, key: Buffer.from(key, 'base64') })));

const Env = z
  .object({
    /**
     * `development` is the mode of `npm run dev`: Next's development server runs, and pages have a less strict content
     * security policy.
     */
    DAFTAR_MODE: z.enum(['production', 'demo', 'test', 'development']).default('production'),
    /** NODE_ENV is read by Next and React, which choose their production or development build by it. */
    NODE_ENV: z.string().optional(),
    APP_URL: origin,
    PLATFORM_API_URL: httpUrl,
    PLATFORM_ISSUER: httpUrl,
    PLATFORM_ADMIN_ORIGIN: origin,
    /** URL of the issuer's metadata. If unset: the well-known URL of the issuer (RFC 8414). */
    PLATFORM_METADATA_URL: endpointUrl.optional(),
    /**
     * OAuth endpoints. If a variable is unset, the endpoint in the issuer's metadata is used. If the metadata has no
     * such endpoint, the endpoint of assumption A1 is used.
     */
    PLATFORM_AUTHORIZATION_ENDPOINT: endpointUrl.optional(),
    PLATFORM_TOKEN_ENDPOINT: endpointUrl.optional(),
    /**
     * How the app authenticates at the token endpoint. If unset, the app uses client_secret_basic (assumption A1), or
     * client_secret_post if the issuer's metadata allows nothing else.
     */
    PLATFORM_CLIENT_AUTHENTICATION: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
    /**
     * Paths of the app and of an order in the store admin. If a path is unset, the app uses the path that
     * lib/platform/assumptions.ts assumes (A2).
     */
    PLATFORM_ADMIN_APP_PATH: pathTemplate(['store_id', 'install_id', 'client_id']),
    PLATFORM_ADMIN_ORDER_PATH: pathTemplate(['store_id', 'order_id']),
    /**
     * Names of the query parameters in the URLs that the platform opens, for example the name of the parameter with the
     * install id. If a name is unset, the name of assumption A1 or A2 is used (lib/platform/assumptions.ts).
     */
    PLATFORM_STORE_PARAMETER: parameterName,
    PLATFORM_LAUNCH_INSTALL_PARAMETER: parameterName,
    PLATFORM_LAUNCH_TOKEN_PARAMETER: parameterName,
    PLATFORM_LAUNCH_RETURN_PARAMETER: parameterName,
    PLATFORM_CLIENT_ID: z.string().min(1),
    PLATFORM_CLIENT_SECRET: z.string().min(1),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /**
     * URL of a streaming replica of the database, for lists, searches and exports (lib/system/read-replica.ts). If
     * unset: all reads use DATABASE_URL.
     */
    DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_BACKUP_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /**
     * URL of the secret ledger: a database on another server that stores the newest tokens and secrets. If
     * unset: there is no ledger.
     */
    LEDGER_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    NEXTAUTH_SECRET: secret,
    ENCRYPTION_KEYS: keyRing,
    /** Origins that serve the pictures of products. If unset: any https host (A37). */
    PICTURE_ORIGINS: z
      .string()
      .transform((text) => text.trim().split(/[\s,]+/))
      .pipe(z.array(origin))
      .optional(),
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    /**
     * Maximum number of open HTTP connections of one app process. Each live stream uses one connection
     * (server/app.ts).
     */
    MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(4_000),
    /**
     * Number of seconds for which the app still accepts connections after SIGTERM (server/http/drain.ts). The time must
     * be longer than a load balancer needs to notice that the app is not ready. If unset: 5 in production, otherwise 0.
     */
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
    /** Address on which PORT listens. If unset: every address in production, 127.0.0.1 otherwise. */
    APP_HOST: z.string().optional(),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    /** Port of the metrics, and of the probes of the worker. If unset, no such port is opened (lib/system/metrics). */
    METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
    /** Address on which METRICS_PORT listens. The port has no password, so it is not open to the network by default. */
    METRICS_HOST: z.string().default('127.0.0.1'),
    /**
     * Port of the page with the overview of all stores (`npm run ops -- serve`). If unset: the page cannot be served.
     */
    OPS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
    /** Address on which OPS_PORT listens. */
    OPS_HOST: z.string().default('127.0.0.1'),
    /** Password of the page with the overview of all stores. Production requires at least 32 characters. */
    OPS_PASSWORD: z.string().optional(),
    /**
     * Address of the OpenTelemetry collector that receives traces by OTLP over HTTP. If unset: no traces. The exporter
     * reads this and the other standard variables itself (lib/system/tracing).
     */
    OTEL_EXPORTER_OTLP_ENDPOINT: endpointUrl.optional(),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /**
     * If LOG_SQL is `on`, the log has each SQL statement with its duration and its number of parameters. The log never
     * has the values of the parameters.
     */
    LOG_SQL: z.enum(['on', 'off']).default('off'),
    /**
     * If the value is `on`, the worker prepares its frequent statements once for each connection. Without a value, the
     * default depends on `DATABASE_DIRECT_URL`. If that variable is set, DATABASE_URL is a pooler, and the default is
     * off. If it is not set, the default is on. The pooler PgBouncer supports prepared statements only from version
     * 1.21 on.
     */
    PREPARED_STATEMENTS: z.enum(['on', 'off']).optional(),
    /**
     * Whether signed-in users can switch on the X-ray: a view that shows the queries, actions and files behind each
     * part of a screen. If unset: yes, except in production.
     */
    XRAY: z.enum(['on', 'off']).optional(),
    /**
     * URL below which the files of the repository can be read, such as https://git.example/daftar/blob/main. The X-ray
     * links its files there. If unset: the editor opens them in development and in the demo, and there are no links in
     * production.
     */
    REPOSITORY_URL: httpUrl
      .refine((url) => url.startsWith('https://'), { error: 'must begin with https://' })
      .optional(),
    /**
     * If DAFTAR_PARENT is `pipe`, the process ends when its standard input is closed. The standard input is closed when
     * the parent process is killed.
     */
    DAFTAR_PARENT: z.enum(['pipe']).optional(),
    /** Name of the crash point at which the process is killed. For tests only (lib/system/crash-point.ts). */
    CRASH_POINT: z.string().optional(),
  })
  .superRefine((env, context) => {
    if ((env.NODE_ENV === 'development') !== (env.DAFTAR_MODE === 'development'))
      context.addIssue({
        code: 'custom',
        path: ['NODE_ENV'],
        message: 'must be development when DAFTAR_MODE is development, and only then (npm run dev sets both)',
      });
    if (env.OPS_PORT !== undefined && env.OPS_PASSWORD === undefined)
      context.addIssue({
        code: 'custom',
        path: ['OPS_PASSWORD'],
        message: 'must be set when OPS_PORT is set',
      });
    const set = launchVariables.filter((name) => env[name] !== undefined);
    if (new Set(set.map((name) => env[name])).size !== set.length)
      context.addIssue({
        code: 'custom',
        path: set.slice(0, 1),
        message: 'the three launch parameters must have different names',
      });
    if (env.DAFTAR_MODE !== 'production') return;
    for (const [name, message] of productionProblems(env)) {
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .transform((env) => {
    const isProduction = env.DAFTAR_MODE === 'production';
    return {
      ...env,
      XRAY: env.XRAY ?? (isProduction ? 'off' : 'on'),
      DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    };
  });
export type Env = z.infer<typeof Env>;

const BackupEnv = z.object({
  DATABASE_BACKUP_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error:
      'DATABASE_BACKUP_URL must be the URL of the login that makes backups (docs/operating.md#backup-and-restore)',
  }),
  PATH: z.string().default(''),
});

/**
 * Parses the environment of the backup programs. These programs need no other variable of the app, so they
 * can run on another machine. Throws EnvError if the URL is missing or invalid.
 */
export function parseBackupEnv(source: Record<string, string | undefined>): z.infer<typeof BackupEnv> {
  const parsed = BackupEnv.safeParse(source);
  if (!parsed.success) throw new EnvError(parsed.error.issues.map(({ message }) => message).join('\n'));
  if (databaseTls(parsed.data.DATABASE_BACKUP_URL) === 'refused')
    throw new EnvError('DATABASE_BACKUP_URL must use TLS to another machine: sslmode=verify-full');
  return parsed.data;
}

const publicNames = ['APP_URL', 'PLATFORM_API_URL', 'PLATFORM_ISSUER', 'PLATFORM_ADMIN_ORIGIN'] as const;
const launchVariables = [
  'PLATFORM_LAUNCH_INSTALL_PARAMETER',
  'PLATFORM_LAUNCH_TOKEN_PARAMETER',
  'PLATFORM_LAUNCH_RETURN_PARAMETER',
] as const;
const optionalPublicNames = [
  'PLATFORM_METADATA_URL',
  'PLATFORM_AUTHORIZATION_ENDPOINT',
  'PLATFORM_TOKEN_ENDPOINT',
] as const;
const databaseNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_BACKUP_URL',
  'LEDGER_DATABASE_URL',
] as const;

const secretNames = ['PLATFORM_CLIENT_SECRET', 'NEXTAUTH_SECRET', 'OPS_PASSWORD'] as const;

type Checked = Pick<
  Env,
  | (typeof publicNames)[number]
  | (typeof optionalPublicNames)[number]
  | (typeof databaseNames)[number]
  | (typeof secretNames)[number]
  | 'ENCRYPTION_KEYS'
>;

/**
 * Lists the settings that production refuses and other modes accept (S2), each with the name of the variable and how to
 * fix it.
 */
function* productionProblems(env: Checked): Generator<[keyof Checked, string]> {
  for (const name of [...publicNames, ...optionalPublicNames]) {
    const text = env[name];
    if (text === undefined || !URL.canParse(text)) continue;
    const url = new URL(text);
    if (url.protocol !== 'https:' || !isPublicHost(url.hostname))
      yield [
        name,
        'must be a public https address when DAFTAR_MODE is production (set DAFTAR_MODE=demo for the sandbox)',
      ];
  }
  // The client secret is also the HS256 key of launch tokens. Anyone who has one launch token could find a short secret
  // by trying, without sending a request.
  if (Buffer.byteLength(env.PLATFORM_CLIENT_SECRET) < 32)
    yield ['PLATFORM_CLIENT_SECRET', 'must be at least 32 bytes when DAFTAR_MODE is production'];
  if (env.PLATFORM_CLIENT_SECRET === developmentClientSecret)
    yield ['PLATFORM_CLIENT_SECRET', 'is the secret of the sandbox, which everyone can read'];
  for (const [index, name] of secretNames.entries()) {
    const value = env[name];
    if (value === undefined) continue;
    // The platform chooses the client secret, so the publisher could not change it.
    if (name !== 'PLATFORM_CLIENT_SECRET' && new Set(value).size < differentCharactersMin)
      yield [
        name,
        `must have at least ${differentCharactersMin} different characters when DAFTAR_MODE is production`,
      ];
    const same = secretNames.slice(0, index).find((other) => env[other] === value);
    if (same !== undefined) yield [name, `must differ from ${same}: openssl rand -base64 32`];
    // Invalid keys have not been decoded. They have their own message.
    if (env.ENCRYPTION_KEYS.some(({ key }) => Buffer.isBuffer(key) && key.toString('base64') === value))
      yield [name, 'must differ from each key in ENCRYPTION_KEYS: openssl rand -base64 32'];
  }
  if (env.OPS_PASSWORD !== undefined && env.OPS_PASSWORD.length < 32)
    yield [
      'OPS_PASSWORD',
      'must be at least 32 characters when DAFTAR_MODE is production: openssl rand -base64 32',
    ];
  for (const name of databaseNames) {
    if (databaseTls(env[name]) === 'refused')
      yield [name, 'must use TLS to another machine: sslmode=verify-full'];
  }
}

/**
 * Returns a warning for each setting that works but is not secure: a database on another machine whose certificate is
 * not checked. Processes log these warnings when they start.
 */
export function weakSettings(env: Pick<Env, (typeof databaseNames)[number]>): string[] {
  return databaseNames
    .filter((name) => databaseTls(env[name]) === 'weak')
    .map(
      (name) =>
        `${name} is on another machine and has no sslmode=verify-full; its traffic can be read or changed`,
    );
}

/**
 * Parses environment variables (S2, S22). Throws EnvError, which lists each invalid variable and how to fix it
 * (.env.example).
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  // A variable with an empty value counts as unset, because .env.example contains variables without a value.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  // `jitless` switches off the compiled parser of zod, which is useful only for a schema that parses many times. A
  // process parses its environment only once.
  const parsed = Env.safeParse(given, { jitless: true });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${name in given ? issue.message : 'is not set'}`;
  });
  throw new EnvError(`The environment is invalid:\n${lines.join('\n')}\nSee .env.example for each variable.`);
}

/**
 * Error at the start of a process if environment variables are invalid (S22). The message names each variable and how
 * to fix it, never a value.
 */
export class EnvError extends Error {
  override name = 'EnvError';
}

let parsed: Env | undefined;

/**
 * Returns the parsed environment variables of this process. They are parsed only once. No other code reads process.env.
 */
export function env(): Env {
  if (!parsed) {
    parsed = parseEnv(process.env);
    // next-auth reads NEXTAUTH_URL and NEXTAUTH_SECRET from process.env itself, so the parsed values are written back
    // to process.env.
    process.env.NEXTAUTH_URL = parsed.APP_URL;
    process.env.NEXTAUTH_SECRET = parsed.NEXTAUTH_SECRET;
  }
  return parsed;
}
