import 'server-only';
import { requestBudget } from '@/lib/installs/request-budget.server';
import { tokenSource } from '@/lib/installs/token-source.server';
import { createPlatformClient, type PlatformClient } from '@/lib/platform/client';
import type { InstallId } from '@/lib/shared/ids';
import { env } from '@/lib/system/env';

/** The platform client of one install: its tokens, and its share of the one budget. */
export function installClient(installId: InstallId): PlatformClient {
  return createPlatformClient({
    baseUrl: env().PLATFORM_API_URL,
    tokens: tokenSource(installId),
    budget: requestBudget(installId),
  });
}
