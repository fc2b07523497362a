import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';

/**
 * Which sessions of an install end.
 *
 * - `person`: the sessions of this user.
 * - `unnamed`: the sessions without a user, as after a sign-in by OAuth.
 * - `self`: the session of this browser.
 * - `everyone`: all sessions.
 */
const SignOutTarget = z.discriminatedUnion('of', [
  z.object({ of: z.literal('person'), sub: Text.min(1).max(128) }),
  z.object({ of: z.literal('unnamed') }),
  z.object({ of: z.literal('self') }),
  z.object({ of: z.literal('everyone') }),
]);
export type SignOutTarget = z.infer<typeof SignOutTarget>;

/** Input of the action that signs users out. */
export const SignOutCommand = z.object({ installId: InstallId, target: SignOutTarget });
export type SignOutCommand = z.infer<typeof SignOutCommand>;
