import type { DocumentStore } from '@/components/orders/document/document-party';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { shippingAddressKeys } from 'commerce-platform-client/assumptions';
import { provinceKindOf } from '@/lib/shared/orders/province-kind';
import { readSettings } from '@/lib/store/save-settings.server';
import { readStore } from '@/lib/store/read-store.server';

/** Returns the store data that every printed document uses: name, contact details, time zone, currency and address fields. */
export async function documentStore(context: InstallContext): Promise<DocumentStore> {
  const [store, { storeContact: contact }] = await Promise.all([readStore(context), readSettings(context)]);
  return {
    name: store.name,
    contact,
    country: store.country,
    timezone: context.store.timezone,
    currency: store.pricingCurrency.code,
    vocabulary: {
      keys: shippingAddressKeys,
      provinces: store.provinces,
      provinceKind: provinceKindOf(store.country),
    },
    mayReadClients: context.scopes.has('clients:read'),
  };
}
