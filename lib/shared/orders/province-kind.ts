/**
 * Names for the areas to which a store delivers (platform: Store, provinces). docs/terms.md has the word for
 * each kind.
 */
export type ProvinceKind = 'province' | 'governorate' | 'emirate' | 'region' | 'state' | 'municipality';

/** The kind of area for each country (ISO 3166). A country that is not listed has provinces. */
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

/** Returns what the areas of a country (ISO 3166) are called. If `country` is null, they are called provinces. */
export const provinceKindOf = (country: string | null): ProvinceKind => kinds[country ?? ''] ?? 'province';
