/**
 * Names for the areas to which a store delivers (platform: Store, provinces). docs/terms.md contains the translation of
 * each name.
 */
export type ProvinceKind = 'province' | 'governorate' | 'emirate' | 'region' | 'state' | 'municipality';

/** The name of the areas of each country (ISO 3166). The areas of a country that is not listed are called provinces. */
const kinds: Record<string, ProvinceKind> = {
  SY: 'governorate',
  LB: 'governorate',
  JO: 'governorate',
  PS: 'governorate',
  IQ: 'governorate',
  KW: 'governorate',
  BH: 'governorate',
  OM: 'governorate',
  YE: 'governorate',
  EG: 'governorate',
  TN: 'governorate',
  AE: 'emirate',
  SA: 'region',
  MA: 'region',
  QA: 'municipality',
  DZ: 'state',
  SD: 'state',
};

/** Returns the name of a country's areas (ISO 3166). If `country` is null, they are called provinces. */
export const provinceKindOf = (country: string | null): ProvinceKind => kinds[country ?? ''] ?? 'province';
