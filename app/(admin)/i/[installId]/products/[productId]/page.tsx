import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { notFound } from 'next/navigation';
import { makeQueryClient } from '@/components/frame/query-client';
import { ProductScreen } from '@/components/products/product-screen';
import { ProductsForbidden } from '@/components/products/products-forbidden';
import { productOptions } from '@/lib/catalogue/product-queries';
import { readProduct } from '@/lib/catalogue/read-product.server';
import { ProductId } from 'commerce-platform-client/contract/ids';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { moveStockAction } from '@/app/(admin)/i/[installId]/products/actions';

type ProductPageProps = { params: Promise<{ installId: string; productId: string }> };

/** Page of one product. It shows the variants of the product and their stock. */
export default async function ProductPage({ params }: ProductPageProps) {
  const { productId } = await params;
  const context = await openPage(params, 'read', `/products/${productId}`);
  const id = ProductId.safeParse(decodeURIComponent(productId));
  if (!id.success) notFound();
  const found = await readForPage(context, readProduct(context, id.data));
  if (found.code === 'not_found') notFound();
  if (found.code === 'missing_scope') return <ProductsForbidden />;
  const { installId } = context;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(productOptions(installId, id.data).queryKey, found.product);
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <ProductScreen installId={installId} productId={id.data} moveStock={moveStockAction} />
    </HydratedQueries>
  );
}
