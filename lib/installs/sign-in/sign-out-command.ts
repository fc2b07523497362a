import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';
import { Text } from '@/lib/shared/text/text';

/** Whose sessions end: one named person's, those without a name, this browser's own, or all of the install. */
const SignOutTarget = z.discriminatedUnion('of', [
  z.object({ of: z.literal('person'), sub: Text.min(1).max(128) }),
  z.object({ of: z.literal('unnamed') }),
  z.object({ of: z.literal('self') }),
  z.object({ of: z.literal('everyone') }),
]);
export type SignOutTarget = z.infer<typeof SignOutTarget>;

/** Input of the action. */
export const SignOutCommand = z.object({ installId: InstallId, target: SignOutTarget });
export type SignOutCommand = z.infer<typeof SignOutCommand>;
