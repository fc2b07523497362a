import { z } from 'zod';

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || new URL(url).origin === url, {
    error: 'must be an origin alone, like https://app.example.com, with no path and no slash at the end',
  });
const httpUrl = z.url({ protocol: /^https?$/ }).refine((url) => !url.endsWith('/'), {
  error: 'must not end with a slash',
});
const secret = z.string().min(32, 'must be at least 32 characters: openssl rand -base64 32');

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
      .refine((ring) => new Set(ring.map(([id]) => id)).size === ring.length, 'key ids must differ'),
  )
  .transform((ring) => ring.map(([id, key]) => ({ id, key: Buffer.from(key, 'base64') })));

const Env = z
  .object({
    /**
     * development: set by `npm run dev`. Uses Next's development server and the looser content security policy of its
     * pages.
     */
    DAFTAR_MODE: z.enum(['production', 'demo', 'test', 'development']).default('production'),
    /** Read by Next and React, which choose their production or development build by it. */
    NODE_ENV: z.string().optional(),
    APP_URL: origin,
    PLATFORM_API_URL: httpUrl,
    PLATFORM_ISSUER: httpUrl,
    PLATFORM_ADMIN_ORIGIN: origin,
    PLATFORM_CLIENT_ID: z.string().min(1),
    PLATFORM_CLIENT_SECRET: z.string().min(1),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    NEXTAUTH_SECRET: secret,
    ENCRYPTION_KEYS: keyRing,
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    /** Open connections of one app process. Each live stream is one (server/app.ts). */
    MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(4_000),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /**
     * on: the log contains each statement with its duration and its number of parameters, never the parameter values.
     */
    LOG_SQL: z.enum(['on', 'off']).default('off'),
    /** Whether signed-in users may see what is behind a screen. Unset: yes, except in production. */
    XRAY: z.enum(['on', 'off']).optional(),
    /** pipe: this process ends when its standard input closes, which happens when its supervisor is killed. */
    DAFTAR_PARENT: z.enum(['pipe']).optional(),
    /** Test only: the place at which the process is killed (lib/system/crash-point.ts). */
    CRASH_POINT: z.string().optional(),
  })
  .superRefine((env, context) => {
    if ((env.NODE_ENV === 'development') !== (env.DAFTAR_MODE === 'development'))
      context.addIssue({
        code: 'custom',
        path: ['NODE_ENV'],
        message: 'must be development when DAFTAR_MODE is development, and only then (npm run dev sets both)',
      });
    if (env.DAFTAR_MODE !== 'production') return;
    for (const name of ['APP_URL', 'PLATFORM_API_URL', 'PLATFORM_ISSUER', 'PLATFORM_ADMIN_ORIGIN'] as const) {
      if (!URL.canParse(env[name])) continue;
      const url = new URL(env[name]);
      if (url.protocol !== 'https:' || loopback.test(url.hostname))
        context.addIssue({
          code: 'custom',
          path: [name],
          message:
            'must be a public https address when DAFTAR_MODE is production (set DAFTAR_MODE=demo for the sandbox)',
        });
    }
  })
  .transform((env) => ({ ...env, XRAY: env.XRAY ?? (env.DAFTAR_MODE === 'production' ? 'off' : 'on') }));
export type Env = z.infer<typeof Env>;

/** Parses an environment (S2, S22). Throws EnvError, which lists each invalid variable and the fix (.env.example). */
export function parseEnv(source: Record<string, string | undefined>): Env {
  // An empty value counts as unset, because a blank line of .env.example gives an empty value.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${name in given ? issue.message : 'is not set'}`;
  });
  throw new EnvError(`The environment is invalid:\n${lines.join('\n')}\nSee .env.example for each variable.`);
}

/** Thrown at boot (S22). The message names each invalid variable and the fix, never a value. */
export class EnvError extends Error {
  override name = 'EnvError';
}

let parsed: Env | undefined;

/** Returns the environment of this process; it is parsed once. No other code reads process.env. */
export function env(): Env {
  if (!parsed) {
    parsed = parseEnv(process.env);
    // next-auth reads these two variables from process.env itself.
    process.env.NEXTAUTH_URL = parsed.APP_URL;
    process.env.NEXTAUTH_SECRET = parsed.NEXTAUTH_SECRET;
  }
  return parsed;
}
