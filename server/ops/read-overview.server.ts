import 'server-only';
import { type Refusal, readRefusals } from '@/lib/ops/read-refusals.server';
import { readStores, type StoresView } from '@/lib/ops/read-stores.server';
import { type RunningVersion, readVersions } from '@/lib/ops/read-versions.server';

/**
 * What `npm run ops` shows of all stores. The text output, the JSON output and the page are made from it, so all three
 * have the same facts.
 */
export type Overview = StoresView & { refusals: Refusal[]; versions: RunningVersion[] };

/**
 * Reads the overview of all stores of this deployment. The overview has ids, codes, counts and ages, but no personal
 * data.
 */
export async function readOverview(): Promise<Overview> {
  const [stores, refusals, versions] = await Promise.all([readStores(), readRefusals(null), readVersions()]);
  return { ...stores, refusals, versions };
}
