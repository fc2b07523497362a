/**
 * Sales channels with a translated name. The platform documents only `app` (platform: Order, source). The others were
 * seen in the data of stores.
 */
export const knownSources = { app: true, storefront: true, pos: true };
