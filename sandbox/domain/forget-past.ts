import type { World } from '@/sandbox/world/world';
import { forgetAuthorizations } from './authorizations';
import { pruneDeliveries } from './deliveries';
import { forgetOldKeys } from './idempotency';
import { forgetTokens } from './tokens';

/** Deletes records of the sandbox that can no longer change any response, so that the sandbox can run for weeks. */
export function forgetPast(world: World): void {
  forgetTokens(world);
  // Authorization codes are deleted after tokens, because a used code is kept as long as its token family exists. Only
  // forgetTokens deletes token families.
  forgetAuthorizations(world);
  forgetOldKeys(world);
  pruneDeliveries(world);
}
