import { parseArgs } from 'node:util';
import { z } from 'zod';
import { developmentClientSecret } from '@/lib/shared/development-secret';
import { PlatformLayout } from '@/sandbox/platform-layout';

const text = (fallback: string) => z.string().min(1).default(fallback);

/**
 * The settings of the sandbox, read from the environment. The default values are for a development machine. The secrets
 * among them are public, because they protect nothing there.
 */
const Env = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  SANDBOX_HOST: text('127.0.0.1'),
  /**
   * The origin that browsers and the app use. The setting is needed if this origin differs from SANDBOX_HOST and
   * SANDBOX_PORT, for example behind a proxy.
   */
  SANDBOX_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).origin === url, 'must be an origin alone, with no path')
    .optional(),
  SANDBOX_SEED: text('daftar'),
  SANDBOX_ORDERS: z.coerce.number().int().min(0).max(1_000_000).default(3000),
  SANDBOX_CLOCK: z.enum(['real', 'virtual']).default('real'),
  SANDBOX_ENDPOINTS: z.enum(['local', 'public']).default('local'),
  /**
   * The paths of the platform's endpoints, as JSON with only the fields that differ from the default
   * (platform-layout.ts).
   */
  SANDBOX_LAYOUT: z
    .string()
    .default('{}')
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(PlatformLayout),
  /** Folder in which the sandbox persists its state. If unset, the state is in memory only. */
  SANDBOX_DATA_DIR: z.string().min(1).optional(),
  SANDBOX_APP_URL: z.url().default('http://localhost:3000'),
  SANDBOX_CLIENT_ID: text('daftar-dev'),
  SANDBOX_CLIENT_SECRET: text(developmentClientSecret),
  /**
   * With DAFTAR_PARENT set to "pipe", the process exits when its stdin closes. That happens when the parent process
   * ends, so the sandbox never outlives the parent process.
   */
  DAFTAR_PARENT: z.string().optional(),
  /**
   * `ipc` if the parent process answers the questions of the tour over the IPC channel (tour-host.ts). The channel alone
   * does not show this, because the watcher of `npm run dev` has one too.
   */
  SANDBOX_TOUR_HOST: z.literal('ipc').optional(),
  /** The URL below which the files of the repository can be read. If unset, the tour links them to the editor. */
  REPOSITORY_URL: z.url({ protocol: /^https$/ }).optional(),
});
export type Env = z.infer<typeof Env>;

/**
 * Reads all settings of the sandbox; no other file of the sandbox reads process.env. The arguments --orders and --seed
 * override the environment. Throws an error that names the invalid variable.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env, args = process.argv.slice(2)): Env {
  const { orders, seed } = parseArgs({
    args,
    options: { orders: { type: 'string' }, seed: { type: 'string' } },
    strict: true,
  }).values;
  const given = { ...source, ...(orders && { SANDBOX_ORDERS: orders }), ...(seed && { SANDBOX_SEED: seed }) };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = Env.safeParse(set);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`sandbox settings:\n  ${problems.join('\n  ')}`);
}
