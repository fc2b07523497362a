import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { makeQueryClient } from '@/components/frame/query-client';
import { filtersOfUrl, productsPathInside } from '@/components/products/product-url';
import { ProductsForbidden } from '@/components/products/products-forbidden';
import { ProductsScreen } from '@/components/products/products-screen';
import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { productsOptions } from '@/lib/catalogue/product-queries';
import { startBulkAction } from '@/app/(admin)/i/[installId]/runs/actions';
import { matchStockSheetAction } from '@/app/(admin)/i/[installId]/products/actions';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

type ProductsPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Products screen; the first page is in the HTML. */
export default async function ProductsPage({ params, searchParams }: ProductsPageProps) {
  const given = await searchParams;
  const filters = filtersOfUrl({ get: (name) => [given[name]].flat()[0] ?? null });
  // Sign-in returns to the same filters.
  const context = await openPage(params, productsPathInside(filters));
  const { installId } = context;
  const view = await listProducts(context, ProductListQuery.parse(filters));
  if (view.code === 'missing_scope') return <ProductsForbidden />;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(productsOptions(installId, filters).queryKey, {
    pages: [view],
    pageParams: [null],
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ProductsScreen
        installId={installId}
        sheet={{ match: matchStockSheetAction, start: startBulkAction }}
      />
    </HydrationBoundary>
  );
}
