import { headers } from 'next/headers';
import type { z } from 'zod';
import {
  type InstallContext,
  type InstallRefusal,
  requireInstall,
} from '@/lib/installs/require-install.server';
import { type FieldProblem, fieldProblems } from 'commerce-platform-client/assumptions';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type NoRight, noRightOf, type Right } from '@/lib/shared/roles/roles';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { inSpan, noteSpan } from '@/lib/system/tracing/tracing';

/**
 * Refusals that every server action can return before the code of that action runs. `status` is the HTTP status of the
 * refusal.
 */
export type CommandRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | NoRight;

/**
 * Rights that a command needs: one fixed right, or a function that returns the rights for the content of the command.
 */
type Needed<Command> = Right | ((command: Command) => readonly [Right, ...Right[]]);

/**
 * Wraps a server action in these steps. First, it checks that the Origin header is exactly our own (S23) and parses the
 * input. After that, it checks that the user has the rights that the command needs (S35), and calls the use case. The
 * browser receives only the value that the use case returns.
 *
 * `bodyKey` names the part of the command that is the body of the platform request. If fields are invalid, the paths in
 * the response are relative to that part.
 */
export function runCommand<Command extends { installId: InstallId }, Outcome>(
  needed: Needed<NoInfer<Command>>,
  schema: z.ZodType<Command>,
  input: unknown,
  answer: (context: InstallContext, command: Command) => Promise<Outcome>,
  bodyKey?: keyof Command & string,
): Promise<Outcome | CommandRefusal> {
  return inSpan('action', {}, async () => {
    const outcome = await runChecked();
    noteSpan({ 'result.code': codeOf(outcome) });
    return outcome;
  });

  async function runChecked(): Promise<Outcome | CommandRefusal> {
    if (!isOwnOrigin(await headers())) throw new Error('the Origin header is not APP_URL');
    const parsed = schema.safeParse(input);
    if (!parsed.success)
      return { code: 'invalid', status: 400, fields: fieldProblems(parsed.error).map(below(bodyKey)) };
    const rights = typeof needed === 'string' ? ([needed] as const) : needed(parsed.data);
    const access = await requireInstall(parsed.data.installId, ...rights);
    if (!access.ok) return refusalFor(access.refusal);
    noteSpan({ 'install.id': parsed.data.installId });
    try {
      return await answer(access.context, parsed.data);
    } catch (error) {
      if (error instanceof ReconnectRequired) return { code: 'reconnect', status: 401 };
      throw error;
    }
  }
}

/** Returns the code of an outcome, such as "succeeded" or "signed_out"; undefined if it has none. */
function codeOf(outcome: unknown): string | undefined {
  const code: unknown = outcome instanceof Object ? Reflect.get(outcome, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns only the parts of a refusal that the browser may receive. */
function refusalFor(refusal: InstallRefusal): CommandRefusal {
  switch (refusal.code) {
    case 'not_found':
      return { code: 'not_found', status: 404 };
    case 'no_right':
      return noRightOf(refusal);
    default:
      return { code: refusal.code, status: 401 };
  }
}

function below(key: string | undefined) {
  return ({ path, message }: FieldProblem): FieldProblem => ({
    path: key && path.startsWith(`${key}.`) ? path.slice(key.length + 1) : path,
    message,
  });
}
