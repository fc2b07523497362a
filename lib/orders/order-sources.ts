/**
 * Sales channels for which the screens have a translated name. The platform documents only `app` (platform: Order,
 * source). `storefront` and `pos` occur in the data of stores.
 */
export const knownSources = { app: true, storefront: true, pos: true };
