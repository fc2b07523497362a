import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { type LiveChange, notifyLiveSql } from '@/lib/system/live/notify';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Records that data of the install was just read from the platform. The screen shows this time as "synced 12 s ago".
 * The same statement notifies open screens of `news`, if it is given. Call this before the transaction writes dirty
 * marks (rows for data that must be read). Every transaction locks the install row first, and dirty marks and sweeps
 * (repeated reads of platform data) afterwards, so no deadlock occurs.
 */
export async function touchSynced(tx: Tx, installId: InstallId, news?: LiveChange): Promise<void> {
  const touch = Prisma.sql`UPDATE installs SET synced_at = ${new Date()} WHERE install_id = ${installId}`;
  await tx.$executeRaw(news ? Prisma.sql`WITH touched AS (${touch}) SELECT ${notifyLiveSql(news)}` : touch);
}
