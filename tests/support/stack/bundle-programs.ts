import { bundlePrograms } from './programs';

/** Global set-up for Playwright and Vitest: bundles the programs for a run. */
export default function setUp(): Promise<void> {
  return bundlePrograms();
}
