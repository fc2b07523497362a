import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type LastRequest, listLastRequests } from '@/lib/operations/activity/list-last-requests.server';
import { type EndpointName, endpoints } from '@/lib/platform/contract/endpoints';
import { env } from '@/lib/system/env';
import type { XrayBlock } from './xray-block';
import { findXrayScreen } from './xray-screens';
import type { XrayBlockView, XrayEndpoint, XrayView } from './xray-view';

/** For each kind of operation (recorded write), the platform endpoint to which it is sent. */
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
 * Returns the blocks (parts) of a screen and the platform endpoints behind them. `path` is the path of the screen,
 * relative to the path of the install. Returns `not_found` if the screen does not exist, or if the X-ray is off.
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
  // Two kinds of operations may use the same endpoint. The newest request of all these kinds is shown.
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
