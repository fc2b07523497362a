import { readProduct } from '@/lib/catalogue/read-product.server';
import { ProductId } from 'commerce-platform-client/contract/ids';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one product with its variants, as JSON. */
export const GET = readRoute<{ installId: string; productId: string }>(
  'read',
  async (context, _, { productId }) => {
    const id = ProductId.safeParse(productId);
    if (!id.success) return answer(404, 'not_found');
    const found = await readProduct(context, id.data);
    if (found.code === 'found') return found.product;
    return answer(found.code === 'not_found' ? 404 : 403, found.code);
  },
  'products:read',
);
