import { headers } from 'next/headers';
import type { z } from 'zod';
import { type InstallContext, requireInstall } from '@/lib/installs/require-install.server';
import { type FieldProblem, fieldProblems } from '@/lib/platform/assumptions';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { isOwnOrigin } from '@/lib/system/http/origin';

/**
 * Refusals that any server action can return before its own code runs. `status` is the HTTP status with the same
 * meaning.
 */
export type CommandRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 };

/**
 * Wraps a server action. In this order: compares the Origin header with APP_URL (S23), validates the input, checks
 * access to the install, and calls the use case. The browser receives only the returned value. `bodyKey` names the
 * property of the command that is sent to the platform. Paths in field problems are relative to that property.
 */
export async function runCommand<Command extends { installId: InstallId }, Outcome>(
  schema: z.ZodType<Command>,
  input: unknown,
  answer: (context: InstallContext, command: Command) => Promise<Outcome>,
  bodyKey?: keyof Command & string,
): Promise<Outcome | CommandRefusal> {
  if (!isOwnOrigin(await headers())) throw new Error('the Origin header is not APP_URL');
  const parsed = schema.safeParse(input);
  if (!parsed.success)
    return { code: 'invalid', status: 400, fields: fieldProblems(parsed.error).map(below(bodyKey)) };
  const access = await requireInstall(parsed.data.installId);
  if (!access.ok)
    return access.refusal.code === 'not_found'
      ? { code: 'not_found', status: 404 }
      : { code: access.refusal.code, status: 401 };
  try {
    return await answer(access.context, parsed.data);
  } catch (error) {
    if (error instanceof ReconnectRequired) return { code: 'reconnect', status: 401 };
    throw error;
  }
}

function below(key: string | undefined) {
  return ({ path, message }: FieldProblem): FieldProblem => ({
    path: key && path.startsWith(`${key}.`) ? path.slice(key.length + 1) : path,
    message,
  });
}
