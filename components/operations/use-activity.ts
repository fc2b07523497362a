'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { useUrlState } from '@/components/ui/use-url-state';
import { activityOfUrl, activityPath } from '@/lib/operations/activity/activity-url';
import { activityKeys } from '@/lib/shared/read-keys';
import { activityOptions } from './activity-queries';

/** A run reports each of its orders; the list need not be refreshed as often. */
const spacingMs = 2_000;

/**
 * The activity list for the filters in the URL, read again after a change. `push` adds a history step that Back undoes.
 */
export function useActivity(installId: string) {
  const { state: filters, change } = useUrlState(installId, activityOfUrl, activityPath);
  // The rows of the old filters stay, dimmed, until the rows of the new filters are loaded.
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

export type ChangeActivity = ReturnType<typeof useActivity>['change'];
