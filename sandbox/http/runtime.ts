import type { Budgets } from '@/sandbox/domain/budgets';
import type { EndpointPolicy } from '@/sandbox/domain/endpoint-policy';
import type { Variation } from '@/sandbox/domain/variation';
import type { FaultEffect, InstallRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import type { PlatformLayout } from '@/sandbox/platform-layout';
import type { AuditTrail } from './audit-trail';
import type { Courier } from './courier';
import type { Faults } from './faults';
import type { TourHost } from '@/sandbox/tour/tour-host';

/**
 * The state that all parts of the sandbox share. `reset` replaces the sandbox's world (its whole state), the request
 * budgets and the deviations of the responses (`variation`). `reset` also clears the faults and the audit trail.
 */
export type Runtime = {
  world: World;
  budgets: Budgets;
  faults: Faults;
  audit: AuditTrail;
  courier: Courier;
  /**
   * The ways in which the responses deviate from the documented platform. By default, they do not deviate
   * (sandbox-control: variation).
   */
  variation: Variation;
  /** The origin of the sandbox's URLs. The store admin has the same origin. */
  origin: string;
  /** The OAuth issuer: the origin, and a path if the layout has one. */
  issuer: string;
  layout: PlatformLayout;
  policy: EndpointPolicy;
  /** The URL below which the tour links the files of the repository (sourceUrl); null if they have none. */
  filesUrl: string | null;
  /** The process that started the sandbox together with the app; null if the sandbox was started alone. */
  tourHost: TourHost | null;
  /**
   * Returns the time that is written into webhook deliveries and launch tokens. A sandbox that runs as a program
   * returns the real time, because an app compares it with the clock of its own machine. The sandbox's own clock is not
   * used for that, because it can be advanced.
   */
  wallMs: () => number;
  sleep: (ms: number) => Promise<void>;
  reset: (seed?: string, orders?: number) => void;
};

/**
 * The types of the context of a request. `Bindings` has the client address, the simulated fault that applies
 * to the request, and the delay of that fault in milliseconds.
 */
export type SandboxEnv = {
  Bindings: { address?: string; delayMs?: number; fault?: FaultEffect };
  /** `install` is undefined until the access token of the request was accepted. */
  Variables: { requestId: string; install?: InstallRecord };
};
