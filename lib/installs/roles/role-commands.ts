import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { type NoRight, type Role, roles } from '@/lib/shared/roles/roles';
import { Text } from 'commerce-platform-client/contract/text';

/**
 * A change of the role of one user, or of the default role. The default role applies to all users without a role of
 * their own.
 */
const RoleChange = z.discriminatedUnion('of', [
  /** The role of one user. If `role` is null, the default role applies to the user again. */
  z.object({ of: z.literal('person'), sub: Text.min(1).max(128), role: z.enum(roles).nullable() }),
  z.object({ of: z.literal('default'), role: z.enum(roles) }),
]);
export type RoleChange = z.infer<typeof RoleChange>;

/** Input of the action that changes a role. If the same change is sent again, the result is the same. */
export const SetRoleCommand = z.object({ installId: InstallId, change: RoleChange });
export type SetRoleCommand = z.infer<typeof SetRoleCommand>;

/**
 * Result of a change of a role. `last_owner`: nobody could be an owner after the change, so nothing was changed.
 * `unknown_person`: the user has neither a session nor a role in the store.
 */
export type SetRoleOutcome =
  | { code: 'done'; status: 200; ownRole: Role }
  | { code: 'last_owner'; status: 409 }
  | { code: 'unknown_person'; status: 404 }
  | NoRight;
