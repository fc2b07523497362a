'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import type { VariantView } from '@/lib/catalogue/product-queries';
import type { MovementPage } from '@/lib/inventory/movement-queries';
import { knownKey } from '@/lib/shared/known-key';
import { useLocationName } from '@/components/ui/text/use-location-name';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';
import type { LedgerFilters } from '@/components/products/product-url';

type LedgerFilterFieldsProps = {
  variants: readonly VariantView[];
  variantId: string;
  filters: LedgerFilters;
  /** Reasons and locations that occur in the loaded stock movements; undefined until the first read. */
  known: Pick<MovementPage, 'reasons' | 'locations'> | undefined;
  change: ChangeUrl<LedgerFilters>;
};

const namedReasons = { correction: true, initial: true, return: true, damage: true, sale: true };

/** Filters of the stock ledger: variant and reason, and location in a store with several locations. */
export function LedgerFilterFields(props: LedgerFilterFieldsProps) {
  const { variants, variantId, filters, known, change } = props;
  const t = useTranslations('products');
  const locations = known?.locations ?? [];
  const locationName = useLocationName(locations);
  const reasonName = (reason: string) => {
    const key = knownKey(namedReasons, reason);
    return key ? t(`reason.${key}`) : reason;
  };
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {variants.length > 1 && (
        <Field label={t('ledger.variant')}>
          {(control) => (
            <Select
              {...control}
              value={variantId}
              // The values of the filters for reason and location belong to one variant. When the user chooses another
              // variant, both filters are therefore reset.
              onChange={({ target }) => change(() => ({ variant: target.value }), 'push')}
            >
              {variants.map(({ id, name, sku }) => (
                <option key={id} value={id}>
                  {name ?? sku ?? id}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Narrowing
        label={t('ledger.columns.reason')}
        all={t('ledger.allReasons')}
        value={filters.reason}
        values={known?.reasons ?? []}
        nameOf={reasonName}
        onChange={(reason) => change((now) => withOrWithout(now, 'reason', reason), 'push')}
      />
      {(locations.length > 1 || filters.location !== undefined) && (
        <Narrowing
          label={t('ledger.columns.location')}
          all={t('ledger.allLocations')}
          value={filters.location}
          values={locations.map(({ id }) => id)}
          nameOf={locationName}
          onChange={(location) => change((now) => withOrWithout(now, 'location', location), 'push')}
        />
      )}
    </div>
  );
}

function withOrWithout(filters: LedgerFilters, name: 'reason' | 'location', value: string): LedgerFilters {
  const { [name]: _, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}

type NarrowingProps = {
  label: string;
  all: string;
  value: string | undefined;
  values: readonly string[];
  nameOf: (value: string) => string;
  onChange: (value: string) => void;
};

function Narrowing({ label, all, value, values, nameOf, onChange }: NarrowingProps) {
  // The filter in the URL may have a value that no loaded movement has. This value is added to the options, so that the
  // select can show the active filter.
  const offered = value === undefined || values.includes(value) ? values : [value, ...values];
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
          <option value="">{all}</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
