import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the list of products, as JSON. */
export const GET = readRoute(
  'read',
  async (context, request) => {
    const query = ProductListQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    const view = await listProducts(context, query);
    return view.code === 'found' ? view : answer(403, view.code);
  },
  'products:read',
);
