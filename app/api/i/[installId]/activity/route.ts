import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { ActivityQuery } from '@/lib/operations/activity/activity-query';
import { listActivity } from '@/lib/operations/activity/list-activity.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the list of activity entries (writes and bulk runs), as JSON. */
export const GET = readRoute('read', async (context, request) =>
  listActivity(
    context,
    ActivityQuery.parse(Object.fromEntries(new URL(request.url).searchParams)),
    activityPorts,
  ),
);
