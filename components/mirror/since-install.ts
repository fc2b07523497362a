import type { SyncView } from '@/lib/mirror/health/sync-view';

/**
 * Returns whether the app was installed less than `days` days ago. A text about a longer period would then be wrong,
 * because nothing is known about the time before.
 */
export function isSinceInstall(
  { readAt, installedAt }: Pick<SyncView, 'readAt' | 'installedAt'>,
  days: number,
): boolean {
  return installedAt !== null && Date.parse(readAt) - Date.parse(installedAt) < days * 86_400_000;
}
