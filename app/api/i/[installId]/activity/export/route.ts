import { getTranslations } from 'next-intl/server';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import {
  type ActivityColumn,
  activityColumns,
  type ActivityWords,
} from '@/lib/operations/activity/activity-csv';
import { ActivityFilterQuery } from '@/lib/operations/activity/activity-query';
import { activityKinds } from '@/lib/operations/activity/activity-view';
import { exportActivity } from '@/lib/operations/activity/export-activity.server';
import type { AppLocale } from '@/lib/shared/locale';
import { dayOf } from '@/lib/shared/store-day';
import { exportRoute } from '@/app/api/i/[installId]/export-route';

/** Returns the activity entries (writes and bulk runs) that match the filters as a CSV file. */
export const GET = exportRoute(async (context, request) => {
  const filters = ActivityFilterQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { locale, store } = context;
  const t = await getTranslations({ locale, namespace: 'activity.export' });
  const csv = await exportActivity(context, filters, {
    words: await wordsOf(locale),
    signal: request.signal,
    ports: activityPorts,
  });
  const day = dayOf(new Date(), store.timezone);
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      // Clients without support for the parameter filename* (RFC 6266) use the plain file name.
      'content-disposition': `attachment; filename="activity-${day}.csv"; filename*=UTF-8''${encodeURIComponent(t('fileName', { day }))}`,
    },
  });
});

/** Refuses HEAD. Without this handler Next would run GET for a HEAD request and read data that nobody needs. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

async function wordsOf(locale: AppLocale): Promise<ActivityWords> {
  const t = await getTranslations({ locale, namespace: 'activity' });
  const columns = activityColumns.map((column) => [column, t(`export.columns.${column}`)]);
  return {
    columns: Object.fromEntries(columns) as Record<ActivityColumn, string>,
    what: (entry) => {
      const kind = activityKinds.find((known) => known === (entry.type === 'run' ? 'bulk_run' : entry.kind));
      return t(`kind.${kind ?? 'other'}`);
    },
    state: (state) => t(`state.${state}`),
    run: ({ total, succeeded, refused, outcomeUnknown }) =>
      t('export.run', { total, succeeded, refused, outcomeUnknown }),
  };
}
