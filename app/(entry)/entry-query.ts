import { z } from 'zod';
import { storeParameterOf } from 'commerce-platform-client/deployment';
import { InstallId, StoreId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';

/** Props that Next.js passes to an entry page (install, launch, reconnect). */
export type EntryPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const Query = z.object({
  install_id: InstallId.nullable().catch(null),
  store: StoreId.nullable().catch(null),
  code_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .catch(null),
  returnTo: z.string().nullable().catch(null),
});

/**
 * Reads the query parameters of the entry pages (install, launch, reconnect). An invalid parameter becomes null, and
 * unknown parameters are ignored. The id of the store can be in one of two parameters. One is the parameter of the
 * platform's Install button (A1). The other is `store`, which the app's own links use.
 */
export async function entryQuery(
  searchParams: EntryPageProps['searchParams'],
): Promise<z.infer<typeof Query>> {
  const given = await searchParams;
  return Query.parse({ ...given, store: given[storeParameterOf(env())] ?? given.store });
}
