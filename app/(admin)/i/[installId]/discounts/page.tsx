import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { DiscountsForbidden } from '@/components/discounts/discounts-forbidden';
import { discountsOptions } from '@/components/discounts/discounts-queries';
import { DiscountsScreen } from '@/components/discounts/discounts-screen';
import { makeQueryClient } from '@/components/frame/query-client';
import { listDiscounts } from '@/lib/discounts/list-discounts.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/** Discounts screen. The HTML from the server already contains the first page of discounts. */
export default async function DiscountsPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '/discounts');
  if (!context.scopes.has('discounts:read')) return <DiscountsForbidden />;
  const { installId } = context;
  const queryClient = makeQueryClient();
  await queryClient.fetchInfiniteQuery({
    ...discountsOptions(installId),
    queryFn: () => listDiscounts(context, {}),
    retry: false,
  });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <DiscountsScreen installId={installId} />
    </HydratedQueries>
  );
}
