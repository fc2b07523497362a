import type { Budgets } from '@/sandbox/domain/budgets';
import type { EndpointPolicy } from '@/sandbox/domain/endpoint-policy';
import type { Variation } from '@/sandbox/domain/variation';
import type { FaultEffect, InstallRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import type { AuditTrail } from './audit-trail';
import type { Courier } from './courier';
import type { Faults } from './faults';

/**
 * The state that the parts of the sandbox share. reset replaces the world, the budgets and the variation, and clears
 * the faults and the audit trail.
 */
export type Runtime = {
  world: World;
  budgets: Budgets;
  faults: Faults;
  audit: AuditTrail;
  courier: Courier;
  /** How responses differ from the documented platform; off unless set (sandbox-control: variation). */
  variation: Variation;
  /** The origin at which the sandbox is reached. It is the OAuth issuer and the origin of the admin. */
  origin: string;
  policy: EndpointPolicy;
  /** The time written into deliveries and launch tokens, which a running app checks against its own clock. */
  wallMs: () => number;
  sleep: (ms: number) => Promise<void>;
  reset: (seed?: string, orders?: number) => void;
};

/** Bindings of a request: its client address, and the fault applied to it with the delay. */
export type SandboxEnv = {
  Bindings: { address?: string; delayMs?: number; fault?: FaultEffect };
  /** `install` is set after the token was accepted. */
  Variables: { requestId: string; install?: InstallRecord };
};
