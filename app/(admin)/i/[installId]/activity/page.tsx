import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { activityOptions } from '@/components/operations/activity-queries';
import { ActivityScreen } from '@/components/operations/activity-screen';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { ActivityQuery } from '@/lib/operations/activity/activity-query';
import { activityOfUrl, activityPath } from '@/lib/operations/activity/activity-url';
import { listActors } from '@/lib/operations/activity/list-actors.server';
import { listActivity } from '@/lib/operations/activity/list-activity.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import { resolveReviewAction } from './actions';

type ActivityPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: PageQuery;
};

/** Activity screen. The HTML from the server already contains the first page of activity entries. */
export default async function ActivityPage({ params, searchParams }: ActivityPageProps) {
  const filters = activityOfUrl(await pageQuery(searchParams));
  // After a sign-in, the user returns to the activity screen with the filters that this URL contains.
  const context = await openPage(params, 'read', activityPath(filters));
  const { installId } = context;
  const queryClient = makeQueryClient();
  const [people] = await Promise.all([
    listActors(context),
    queryClient.fetchInfiniteQuery({
      ...activityOptions(installId, filters),
      queryFn: () => listActivity(context, ActivityQuery.parse(filters), activityPorts),
      retry: false,
    }),
  ]);
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <ActivityScreen installId={installId} people={people} resolve={resolveReviewAction} />
    </HydratedQueries>
  );
}
