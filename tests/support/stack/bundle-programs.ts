import { bundlePrograms } from './programs';

/** Global set-up, of Playwright and of Vitest: makes the bundles of a run. */
export default function setUp(): Promise<void> {
  return bundlePrograms();
}
