import { z } from 'zod';
import { distributionChannels, installStatuses } from '../assumptions';
import { InstallId, StoreId } from './ids';
import { openEnum, Timestamp } from './common';
import { WebhookSubscription } from './webhooks';

/**
 * The install, its scopes and its store. The platform checks every request against effective_scopes. platform:
 * Installation.
 */
export const Installation = z.object({
  install: z.object({
    id: InstallId,
    app_id: z.string(),
    status: openEnum(installStatuses),
    granted_scopes: z.array(z.string()),
    effective_scopes: z.array(z.string()),
    distribution_channel: openEnum(distributionChannels).nullish(),
    installed_at: Timestamp,
    api_version: z.string().nullish(),
    webhook: WebhookSubscription.omit({ secret: true }).nullish(),
  }),
  store: z.object({
    id: StoreId,
    slug: z.string(),
    name: z.string(),
    currency: z.string(),
    decimals: z.int().min(0).max(18),
    locale: z.string(),
    timezone: z.string(),
    country: z.string(),
    is_development: z.boolean(),
  }),
});
export type Installation = z.infer<typeof Installation>;
