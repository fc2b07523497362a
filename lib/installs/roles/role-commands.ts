import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';
import { type NoRight, type Role, roles } from '@/lib/shared/roles/roles';
import { Text } from '@/lib/shared/text/text';

/**
 * A change of the role of one named person, or of the default role, which everybody without a role of their own has.
 */
const RoleChange = z.discriminatedUnion('of', [
  /** If `role` is null, the person gets the default role of the store again. */
  z.object({ of: z.literal('person'), sub: Text.min(1).max(128), role: z.enum(roles).nullable() }),
  z.object({ of: z.literal('default'), role: z.enum(roles) }),
]);
export type RoleChange = z.infer<typeof RoleChange>;

/** Input of the action that changes a role. A second call with the same change has the same result. */
export const SetRoleCommand = z.object({ installId: InstallId, change: RoleChange });
export type SetRoleCommand = z.infer<typeof SetRoleCommand>;

/**
 * Outcome of the change of a role. last_owner: after the change nobody could be an owner, so nothing was changed.
 * unknown_person: the person has neither a session nor a role in this store.
 */
export type SetRoleOutcome =
  | { code: 'done'; status: 200; ownRole: Role }
  | { code: 'last_owner'; status: 409 }
  | { code: 'unknown_person'; status: 404 }
  | NoRight;
