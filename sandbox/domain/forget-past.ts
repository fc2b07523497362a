import type { World } from '@/sandbox/world/world';
import { forgetAuthorizations } from './authorizations';
import { pruneDeliveries } from './deliveries';
import { forgetOldKeys } from './idempotency';
import { forgetTokens } from './tokens';

/** Gives back the memory of what can change no answer any more, so that a sandbox may run for weeks. */
export function forgetPast(world: World): void {
  forgetTokens(world);
  // After the tokens: a used code goes with its family.
  forgetAuthorizations(world);
  forgetOldKeys(world);
  pruneDeliveries(world);
}
