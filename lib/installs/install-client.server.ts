import 'server-only';
import { markInstallationDue } from '@/lib/installs/refresh-installation.server';
import { type Lane, requestBudget } from '@/lib/installs/request-budget.server';
import { tokenSource } from '@/lib/installs/tokens/token-source.server';
import { createPlatformClient, type PlatformClient } from 'commerce-platform-client/client';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { ExchangeNote } from 'commerce-platform-client/ports';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';
import { recordSpan } from '@/lib/system/tracing/tracing';

/**
 * Creates the platform client of one install. The client uses the tokens of the install. Its requests count
 * against the install's request budget, with the priority of the given lane.
 */
export function installClient(installId: InstallId, lane: Lane): PlatformClient {
  const client = createPlatformClient({
    baseUrl: env().PLATFORM_API_URL,
    tokens: tokenSource(installId),
    budget: requestBudget(installId, lane),
    noteExchange: (exchanged) => noteExchange(installId, exchanged),
  });
  return reportRefusals(client, () => markInstallationDue(installId));
}

function noteExchange(installId: InstallId, { endpoint, status, seconds, requestId }: ExchangeNote): void {
  const { platformRequests, platformDuration } = metrics();
  platformRequests.inc({ endpoint, status });
  platformDuration.observe({ endpoint }, seconds);
  const { method, path } = endpoints[endpoint];
  const isAnswered = /^\d+$/.test(status);
  recordSpan(
    'platform.request',
    {
      'install.id': installId,
      'http.request.method': method,
      // The path template of the endpoint, such as /orders/{id}. The real path contains an id, so traces would show a
      // separate route for each order.
      'http.route': path,
      ...(isAnswered ? { 'http.response.status_code': Number(status) } : { 'error.type': status }),
      ...(requestId !== null && { 'platform.request_id': requestId }),
    },
    { seconds, isFailed: !isAnswered || Number(status) >= 400 },
  );
}

/**
 * Returns a platform client that calls `onRefusal` after each 403 about a missing scope (platform: Authentication).
 * After that, the client throws the 403.
 */
function reportRefusals(client: PlatformClient, onRefusal: () => Promise<void>): PlatformClient {
  return new Proxy(client, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      return async (...parts: unknown[]): Promise<unknown> => {
        try {
          return await call(...parts);
        } catch (error) {
          if (error instanceof PlatformError && error.status === 403 && error.code === 'forbidden')
            // An error of onRefusal is only logged, so that the caller still receives the 403.
            await onRefusal().catch((cause: unknown) =>
              log.warn(
                { error: cause },
                'a 403 could not be recorded; the scopes are not read again early, the 403 is thrown',
              ),
            );
          throw error;
        }
      };
    },
  });
}
