import type { SyncView } from '@/lib/mirror/health/sync-view';

/**
 * Returns true if the app was installed less than `days` days ago. A text must then not speak of the last `days` days,
 * because nothing is known about the time before the installation.
 */
export function isSinceInstall(
  { readAt, installedAt }: Pick<SyncView, 'readAt' | 'installedAt'>,
  days: number,
): boolean {
  return installedAt !== null && Date.parse(readAt) - Date.parse(installedAt) < days * 86_400_000;
}
