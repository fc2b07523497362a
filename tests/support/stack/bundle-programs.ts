import { bundlePrograms } from './programs';

/** Global set-up for Playwright and Vitest: bundles the programs that tests start as separate processes. */
export default function setUp(): Promise<void> {
  return bundlePrograms();
}
