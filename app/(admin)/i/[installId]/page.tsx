import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { homeOptions } from '@/components/home/home-queries';
import { HomeScreen } from '@/components/home/home-screen';
import { readHome } from '@/lib/home/read-home.server';
import { saveSettingsAction } from '@/app/(admin)/i/[installId]/quotes/actions';
import { openPage } from './open-page';

/** Home screen. The HTML from the server contains everything except the chart. */
export default async function HomePage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '');
  const { installId } = context;
  const queryClient = makeQueryClient();
  await queryClient.fetchQuery({
    ...homeOptions(installId),
    queryFn: () => readHome(context),
    retry: false,
  });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <HomeScreen installId={installId} storeName={context.store.name} saveSettings={saveSettingsAction} />
    </HydratedQueries>
  );
}
