import 'server-only';
import { pathToFileURL } from 'node:url';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type LastRequest, listLastRequests } from '@/lib/operations/activity/list-last-requests.server';
import { endpointOfKind } from '@/lib/shared/operations/kind-endpoints';
import { sourceUrl } from '@/lib/shared/source-link';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { env } from '@/lib/system/env';
import type { XrayBlock } from './xray-block';
import { findPatterns } from './find-patterns';
import { xrayPatterns } from './xray-patterns';
import { findXrayScreen } from './xray-screens';
import type { XrayBlockView, XrayEndpoint, XrayView } from './xray-view';

/**
 * The endpoint of each kind of operation (recorded write). A stored kind that the running version of the app does not
 * have is missing in this map.
 */
const endpointOf = new Map<string, EndpointName>(Object.entries(endpointOfKind));
const recorded = new Set(endpointOf.values());

/** Returns true if requests to the endpoint are recorded as operations before they are sent. */
export const isRecorded = (endpoint: EndpointName): boolean => recorded.has(endpoint);

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
  return { code: 'found', view: { path: screen.path, page, filesUrl: filesUrl(), blocks } };
}

/**
 * Returns the URL below which the files open (sourceUrl). `npm run dev` and `npm run demo` run in a checkout, and they
 * start the app with DAFTAR_PARENT. The demo of the compose file runs in an image, which has no source files.
 */
function filesUrl(): string | null {
  const { DAFTAR_MODE, DAFTAR_PARENT, REPOSITORY_URL } = env();
  const isCheckout = DAFTAR_MODE === 'development' || (DAFTAR_MODE === 'demo' && DAFTAR_PARENT === 'pipe');
  const folder = pathToFileURL(process.cwd()).pathname;
  return sourceUrl({ repositoryUrl: REPOSITORY_URL, isCheckout, folder });
}

function viewOf(block: XrayBlock, { scopes: granted }: Source, lasts: LastRequest[]): XrayBlockView {
  const { name, source, feed, at, requests = [], mirrors = [], scopes = [] } = block;
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
    patterns: findPatterns(block, isRecorded).map((pattern) => ({
      place: `docs/patterns.md#${pattern}`,
      decision: xrayPatterns[pattern],
    })),
    scopes: [...new Set([...needed, ...scopes])].map((scope) => ({ scope, isGranted: granted.has(scope) })),
  };
}

function viewOfEndpoint(
  name: EndpointName,
  source: XrayEndpoint['source'],
  lasts: LastRequest[],
): XrayEndpoint {
  const { method, path } = endpoints[name];
  // Several kinds of operations may use the same endpoint, so the newest request of all these kinds is shown.
  const [last] = lasts
    .filter(({ kind }) => endpointOf.get(kind) === name)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return {
    name,
    source,
    address: `${method} ${path}`,
    isRecorded: isRecorded(name),
    last: last
      ? { requestId: last.requestId, idempotencyKey: last.idempotencyKey, at: last.at.toISOString() }
      : null,
  };
}
