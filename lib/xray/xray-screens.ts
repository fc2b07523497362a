import { activity, run, runs } from '@/lib/xray/screens/activity';
import { cash } from '@/lib/xray/screens/cash';
import { cashDay } from '@/lib/xray/screens/cash-day';
import { cashSheet } from '@/lib/xray/screens/cash-sheet';
import { deliveries, delivery, newDelivery } from '@/lib/xray/screens/deliveries';
import { connection, developers } from '@/lib/xray/screens/connection';
import { frameBlocks } from '@/lib/xray/screens/frame';
import { home } from '@/lib/xray/screens/home';
import { newOrder, quoteEdit } from '@/lib/xray/screens/new-order';
import { order } from '@/lib/xray/screens/order';
import { orders } from '@/lib/xray/screens/orders';
import { discounts, product, productList } from '@/lib/xray/screens/products';
import { quote, quotes } from '@/lib/xray/screens/quotes';
import { dataImport, settings } from '@/lib/xray/screens/settings';
import type { XrayScreen } from './xray-block';

/**
 * All screens of an install that the X-ray describes (U19; tests/lint/xray.test.ts compares this list with the pages of
 * the app). The first matching path is used, so "/orders/new" must be before "/orders/[orderId]".
 */
export const xrayScreens: readonly XrayScreen[] = [
  cashDay,
  cashSheet,
  home,
  orders,
  newOrder,
  order,
  quotes,
  quote,
  quoteEdit,
  productList,
  product,
  discounts,
  cash,
  deliveries,
  newDelivery,
  delivery,
  activity,
  runs,
  run,
  connection,
  developers,
  settings,
  dataImport,
].map(({ path, blocks }) => ({ path, blocks: [...blocks, ...frameBlocks] }));

/**
 * Returns the X-ray screen for a path such as "/orders/ord_1", relative to the path of the install; undefined if the
 * X-ray does not describe this screen.
 */
export function findXrayScreen(path: string): XrayScreen | undefined {
  return xrayScreens.find((screen) =>
    new RegExp(`^${screen.path.replace(/\[\w+\]/g, '[^/]+')}/?$`).test(path),
  );
}
