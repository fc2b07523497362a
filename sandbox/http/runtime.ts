import type { Budgets } from '@/sandbox/domain/budgets';
import type { EndpointPolicy } from '@/sandbox/domain/endpoint-policy';
import type { Variation } from '@/sandbox/domain/variation';
import type { FaultEffect, InstallRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import type { AuditTrail } from './audit-trail';
import type { Courier } from './courier';
import type { Faults } from './faults';

/** What the parts around the world share; reset replaces the world and keeps the rest. */
export type Runtime = {
  world: World;
  budgets: Budgets;
  faults: Faults;
  audit: AuditTrail;
  courier: Courier;
  /** Where answers differ from what is assumed; off unless set (sandbox-control: variation). */
  variation: Variation;
  /** Where the sandbox is reached: the OAuth issuer and the origin of the admin. */
  origin: string;
  policy: EndpointPolicy;
  /** Stamps what a running app checks against its own clock: deliveries and launch tokens. */
  wallMs: () => number;
  sleep: (ms: number) => Promise<void>;
  reset: (seed?: string, orders?: number) => void;
};

/** What a request brings along: the address it came from, and the fault that struck it with the delay it asks for. */
export type SandboxEnv = {
  Bindings: { address?: string; delayMs?: number; fault?: FaultEffect };
  /** install is there once the token was accepted. */
  Variables: { requestId: string; install?: InstallRecord };
};
