import { z } from 'zod';
import { InstallId, StoreId } from '@/lib/shared/ids';

/** What Next gives a page. */
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

/** The parameters that the entry pages take; whatever is not one of ours is taken as absent. */
export async function entryQuery(
  searchParams: EntryPageProps['searchParams'],
): Promise<z.infer<typeof Query>> {
  return Query.parse(await searchParams);
}
