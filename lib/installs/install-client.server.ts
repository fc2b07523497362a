import 'server-only';
import { markInstallationDue } from '@/lib/installs/refresh-installation.server';
import { type Lane, requestBudget } from '@/lib/installs/request-budget.server';
import { tokenSource } from '@/lib/installs/tokens/token-source.server';
import { createPlatformClient, type PlatformClient } from '@/lib/platform/client';
import { PlatformError } from '@/lib/platform/platform-error';
import type { ExchangeNote } from '@/lib/platform/ports';
import type { InstallId } from '@/lib/shared/ids';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';

/**
 * Creates the platform client of one install. The client uses the tokens of the install. Its requests count
 * against the install's request budget, with the priority of the given lane.
 */
export function installClient(installId: InstallId, lane: Lane): PlatformClient {
  const client = createPlatformClient({
    baseUrl: env().PLATFORM_API_URL,
    tokens: tokenSource(installId),
    budget: requestBudget(installId, lane),
    noteExchange,
  });
  return reportRefusals(client, () => markInstallationDue(installId));
}

function noteExchange({ endpoint, status, seconds }: ExchangeNote): void {
  const { platformRequests, platformDuration } = metrics();
  platformRequests.inc({ endpoint, status });
  platformDuration.observe({ endpoint }, seconds);
}

/**
 * Returns a platform client that calls `onRefusal` for each 403 about a missing scope (platform: Authentication). The
 * 403 is also thrown.
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
