import type { z } from 'zod';
import { apiRevision } from 'commerce-platform-client/contract/common';
import type { Installation } from 'commerce-platform-client/contract/installation';
import type { Store } from 'commerce-platform-client/contract/store';
import type { InstallRecord, StoreRecord } from '@/sandbox/world/records';
import { currencyDecimals } from '@/sandbox/world/seed-stores';
import type { World } from '@/sandbox/world/world';
import { effectiveScopes } from './scopes';
import { projectSubscription, subscriptionOf } from './webhooks';

/** Builds the response of GET /installation (platform: GET /installation). */
export function projectInstallation(
  world: World,
  install: InstallRecord,
  store: StoreRecord,
): z.input<typeof Installation> {
  const subscription = subscriptionOf(world, install.id);
  return {
    install: {
      id: install.id,
      app_id: install.app_id,
      status: install.status,
      granted_scopes: install.granted_scopes,
      effective_scopes: effectiveScopes(install),
      distribution_channel: 'custom',
      installed_at: install.installed_at,
      api_version: apiRevision,
      webhook: subscription ? projectSubscription(subscription) : null,
    },
    store: {
      id: store.id,
      slug: store.slug,
      name: store.name,
      currency: store.currency,
      decimals: decimalsOf(store.currency),
      locale: store.locale,
      timezone: store.timezone,
      country: store.country,
      is_development: store.is_development,
    },
  };
}

/**
 * Builds the response of GET /store (platform: GET /store). The exchange rates (`fx`) have the format of assumption
 * A18. The rate of the base currency is always 1 (STO-3).
 */
export function projectStore(store: StoreRecord): z.input<typeof Store> {
  return {
    id: store.id,
    slug: store.slug,
    name: store.name,
    description: store.description,
    logo_url: null,
    banner_urls: [],
    storefront_url: `https://${store.slug}.stores.example`,
    whatsapp_number: store.phone,
    phone: store.phone,
    address: store.address,
    accent_color: store.accent_color,
    locale: store.locale,
    timezone: store.timezone,
    country: store.country,
    pricing_currency: { code: store.currency, decimals: decimalsOf(store.currency) },
    storefront_currencies: { allowed: store.allowed_currencies, default: store.currency },
    fx: {
      base: store.currency,
      as_of: store.fx_as_of,
      rates: { [store.currency]: { scaled: 1, scale: 0 }, ...store.rates },
    },
    payment_methods: store.payment_methods,
    provinces: store.provinces,
  };
}

function decimalsOf(currency: string): number {
  return currencyDecimals[currency] ?? 2;
}
