import { headers } from 'next/headers';
import type { z } from 'zod';
import { type InstallContext, requireInstall } from '@/lib/installs/require-install.server';
import { type FieldProblem, fieldProblems } from '@/lib/platform/assumptions';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { isOwnOrigin } from '@/lib/system/http/origin';

/** Outcomes of any server action before its use case starts. `status` is the equivalent HTTP status. */
export type CommandRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 };

/**
 * Wraps a server action: exact Origin (S23), parsing, access check, use case. The browser receives only the returned
 * value. `bodyKey` names the part of the command that is the platform's body. Paths of field problems start there.
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
