'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { useUrlState } from '@/components/ui/list/use-url-state';
import { activityOfUrl, activityPath } from '@/lib/operations/activity/activity-url';
import { activityKeys } from '@/lib/shared/read-keys';
import { activityOptions } from './activity-queries';

/**
 * Minimum time between two reads of the activity list, in milliseconds. A bulk run sends an event for each of its
 * orders. Without this minimum, the list would be read for each of these events.
 */
const spacingMs = 2_000;

/**
 * Reads the activity list for the filters in the URL, and reads it again after each live change. `change` writes new
 * filters into the URL; with `push`, the Back button restores the previous filters.
 */
export function useActivity(installId: string) {
  const { state: filters, change } = useUrlState(installId, activityOfUrl, activityPath);
  // After a filter change, the old rows stay visible, dimmed, until the new rows are loaded.
  const activity = useInfiniteQuery({
    ...activityOptions(installId, filters),
    placeholderData: keepPreviousData,
  });
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveChange(({ kind }) => {
    if (kind !== 'operation' && kind !== 'bulk_run' && kind !== 'many') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: activityKeys.all(installId) });
    }, spacingMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { filters, change, activity };
}
