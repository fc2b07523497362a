import { bundlePrograms } from './programs';

/**
 * A set-up step that Playwright and Vitest run once before all tests. It bundles the programs that tests start as
 * separate processes.
 */
export default function setUp(): Promise<void> {
  return bundlePrograms();
}
