import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { productsOfUrl, productsPath } from '@/components/products/product-url';
import { ProductsForbidden } from '@/components/products/products-forbidden';
import { ProductsScreen } from '@/components/products/products-screen';
import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { productsOptions } from '@/lib/catalogue/product-queries';
import { startBulkAction } from '@/app/(admin)/i/[installId]/runs/actions';
import { matchStockSheetAction } from '@/app/(admin)/i/[installId]/products/actions';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';

type ProductsPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: PageQuery;
};

/** Products screen. The HTML from the server already contains the first page of products. */
export default async function ProductsPage({ params, searchParams }: ProductsPageProps) {
  const filters = productsOfUrl(await pageQuery(searchParams));
  // After a sign-in, the user returns to the products screen with the filters of this URL.
  const context = await openPage(params, 'read', productsPath(filters));
  const { installId } = context;
  const view = await listProducts(context, ProductListQuery.parse(filters));
  if (view.code === 'missing_scope') return <ProductsForbidden />;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(productsOptions(installId, filters).queryKey, {
    pages: [view],
    pageParams: [null],
  });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <ProductsScreen
        installId={installId}
        sheet={{ match: matchStockSheetAction, start: startBulkAction }}
      />
    </HydratedQueries>
  );
}
