import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type LastRequest, listLastRequests } from '@/lib/operations/activity/list-last-requests.server';
import { type EndpointName, endpoints } from '@/lib/platform/contract/endpoints';
import { env } from '@/lib/system/env';
import type { XrayBlock } from './xray-block';
import { findXrayScreen } from './xray-screens';
import type { XrayBlockView, XrayEndpoint, XrayView } from './xray-view';

/** Maps each kind of recorded operation to its platform endpoint. */
export const endpointOfKind: Readonly<Record<string, EndpointName>> = {
  create_order: 'createOrder',
  patch_order: 'patchOrder',
  set_order_status: 'setOrderStatus',
  create_fulfillment: 'createFulfillment',
  fulfill_rest: 'createFulfillment',
  patch_fulfillment: 'patchFulfillment',
  create_refund: 'createRefund',
  create_movement: 'createMovement',
  put_webhook: 'putWebhook',
  delete_webhook: 'deleteWebhook',
  test_webhook: 'testWebhook',
};
const recorded = new Set(Object.values(endpointOfKind));

type Source = Pick<InstallContext, 'installId' | 'db' | 'scopes'>;

/**
 * Returns the blocks of the screen at this path and the endpoints behind them. The path is relative to the install.
 * Returns not_found if there is no such screen, or if the X-ray is off.
 */
export async function readXray(
  source: Source,
  path: string,
): Promise<{ code: 'found'; view: XrayView } | { code: 'not_found' }> {
  const screen = env().XRAY === 'on' ? findXrayScreen(path) : undefined;
  if (!screen) return { code: 'not_found' };
  const lasts = await listLastRequests(source);
  const blocks = screen.blocks.map((block) => viewOf(block, source, lasts));
  const page = `app/(admin)/i/[installId]${screen.path}/page.tsx`;
  return { code: 'found', view: { path: screen.path, page, blocks } };
}

function viewOf(
  { name, source, feed, at, requests = [], mirrors = [], scopes = [] }: XrayBlock,
  { scopes: granted }: Source,
  lasts: LastRequest[],
): XrayBlockView {
  const needed = [...requests, ...mirrors].flatMap((endpoint) => endpoints[endpoint].scope ?? []);
  return {
    name,
    source,
    feed,
    at,
    endpoints: [
      ...requests.map((endpoint) => viewOfEndpoint(endpoint, 'requested', lasts)),
      ...mirrors.map((endpoint) => viewOfEndpoint(endpoint, 'mirrored', lasts)),
    ],
    scopes: [...new Set([...needed, ...scopes])].map((scope) => ({ scope, isGranted: granted.has(scope) })),
  };
}

function viewOfEndpoint(
  name: EndpointName,
  source: XrayEndpoint['source'],
  lasts: LastRequest[],
): XrayEndpoint {
  const { method, path } = endpoints[name];
  // Two operation kinds may use the same endpoint. So the newest request of all these kinds is the last request of the
  // endpoint.
  const [last] = lasts
    .filter(({ kind }) => endpointOfKind[kind] === name)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return {
    name,
    source,
    address: `${method} ${path}`,
    isRecorded: recorded.has(name),
    last: last
      ? { requestId: last.requestId, idempotencyKey: last.idempotencyKey, at: last.at.toISOString() }
      : null,
  };
}
