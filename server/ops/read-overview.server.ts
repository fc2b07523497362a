import 'server-only';
import { type Refusal, readRefusals } from '@/lib/ops/read-refusals.server';
import { readStores, type StoresView } from '@/lib/ops/read-stores.server';
import { type RunningVersion, readVersions } from '@/lib/ops/read-versions.server';

/**
 * The facts that `npm run ops` shows about all stores. The text output, the JSON output and the page are made from
 * them.
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
