import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { storeClosedDay } from '@/tests/support/e2e/closed-days';
import { signIn } from '@/tests/support/e2e/merchant';
import { openStore } from '@/tests/support/e2e/open-store';
import { createSheet } from '@/tests/support/e2e/delivery-sheets';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import { entryPoints } from '@/tests/support/reports/entry-points';
import type { Stack } from '@/tests/support/stack/stack';

/** A page of the app whose scripts are measured at the first visit. */
export type FirstLoadScreen = {
  /** The page's path in the folder app, such as "/i/[installId]/orders". */
  name: string;
  url: string;
  /**
   * True for a screen that a merchant sees in the store admin. False for an entry page, a print page or the acceptance
   * page.
   */
  isAdmin: boolean;
};

/**
 * Installs the app in a store and creates the records that the pages need. Returns every page of the app and the
 * acceptance page. Afterwards `page` is signed in. The function reads the list of pages from the folder app, so that a
 * new page is measured too.
 */
export async function firstLoadScreens(page: Page, stack: Stack): Promise<FirstLoadScreen[]> {
  const { storeId, installId } = await openStore(stack, 'USD');
  await signIn(page, stack, storeId);
  const { orders, products } = await stack.sandbox.control<Record<'orders' | 'products', { id: string }[]>>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  const [orderId = '', productId = ''] = [orders[0]?.id, products[0]?.id];
  const { quoteId, token } = await sendQuote({ page, stack, storeId, installId });
  const runId = randomUUID();
  await callAction({ page, stack, storeId, installId }, 'startBulkAction', {
    operationId: runId,
    request: { kind: 'add_tags', input: { tags: ['gift'] }, targets: [{ orderId }] },
  });
  const tab = { page, stack, storeId, installId };
  const sheetId = await createSheet(tab, { orderIds: [orderId] });
  const recordId = await storeClosedDay(stack, installId);
  const ids: Record<string, string> = { installId, orderId, productId, quoteId, runId, token };
  Object.assign(ids, { recordId, sheetId });
  const queries: Record<string, string> = {
    '/i/[installId]/deliveries/new': `?ids=${orderId}`,
    '/i/[installId]/orders/print': `?ids=${orderId}`,
    '/install': `?store=${storeId}`,
    '/launch/sign-in': `?install_id=${installId}`,
    '/launch/window': `?install_id=${installId}`,
    '/reconnect': `?install_id=${installId}`,
  };
  const pages = entryPoints().flatMap((entry) => /^page (.*)/.exec(entry)?.[1] ?? []);
  // Leaves out the component gallery at /ui, because it does not exist in production.
  return [...pages.filter((name) => name !== '/ui'), '/q/[token]'].map((name) => {
    const path = name.replace(/\[(\w+)\]/g, (_, id: string) => {
      const value = ids[id];
      if (!value) throw new Error(`${name}: first-load-screens.ts has no value for ${id}`);
      return encodeURIComponent(value);
    });
    const isAdmin = name.startsWith('/i/') && !name.endsWith('/print');
    return { name, url: `${stack.appUrl}${path}${queries[name] ?? ''}`, isAdmin };
  });
}
