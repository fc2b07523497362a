import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the picture URLs of variants from the mirror (our copy of the platform's data), keyed by variant id. For a
 * variant without a picture, the picture of its product is returned. A variant is left out if the mirror does not
 * contain it, or if neither the variant nor its product has a picture.
 */
export async function readPictures(
  tx: Tx,
  installId: InstallId,
  variantIds: readonly string[],
): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; url: string | null }[]>`
    SELECT v.id, coalesce(v.document ->> 'image_url', p.document ->> 'image_url') AS url
    FROM variants v LEFT JOIN products p ON p.install_id = ${installId} AND p.id = v.product_id
    WHERE v.install_id = ${installId} AND v.id = ANY(${[...new Set(variantIds)]})`;
  return new Map(rows.flatMap(({ id, url }) => (url ? [[id, url] as const] : [])));
}
