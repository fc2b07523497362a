import type { World } from '@/sandbox/world/world';
import { forgetAuthorizations } from './authorizations';
import { pruneDeliveries } from './deliveries';
import { forgetOldKeys } from './idempotency';
import { forgetTokens } from './tokens';

/** Deletes records that can no longer change any response, so that a sandbox can run for weeks. */
export function forgetPast(world: World): void {
  forgetTokens(world);
  // Runs after forgetTokens, because a used code is deleted with its token family.
  forgetAuthorizations(world);
  forgetOldKeys(world);
  pruneDeliveries(world);
}
