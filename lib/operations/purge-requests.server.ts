import 'server-only';
import { withSystem } from '@/lib/system/db';

/** Request bytes carry a customer: they are emptied 24 h after the end (design, No write leaves…). */
export async function purgeRequests(): Promise<void> {
  const endedBefore = new Date(Date.now() - 24 * 3600_000);
  await withSystem((tx) =>
    tx.operation.updateMany({
      where: { endedAt: { lt: endedBefore }, requestEnc: { not: null } },
      data: { requestEnc: null },
    }),
  );
}
