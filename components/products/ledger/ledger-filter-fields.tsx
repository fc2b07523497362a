'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import type { VariantView } from '@/lib/catalogue/product-queries';
import type { MovementPage } from '@/lib/inventory/movement-queries';
import { knownKey } from '@/lib/shared/known-key';
import type { LedgerFilters } from '@/components/products/product-url';

type LedgerFilterFieldsProps = {
  variants: readonly VariantView[];
  variantId: string;
  filters: LedgerFilters;
  /** What movements have shown of reasons and places; undefined before they were read. */
  known: Pick<MovementPage, 'reasons' | 'locations'> | undefined;
  change: (filters: LedgerFilters, step: 'push' | 'replace') => void;
};

const namedReasons = { correction: true, initial: true, return: true, damage: true, sale: true };

/** Whose ledger, and what of it. */
export function LedgerFilterFields(props: LedgerFilterFieldsProps) {
  const { variants, variantId, filters, known, change } = props;
  const t = useTranslations('products');
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
              // Reasons and places are those of the one before.
              onChange={({ target }) => change({ variant: target.value }, 'push')}
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
        onChange={(reason) => change(withOrWithout(filters, 'reason', reason), 'push')}
      />
      <Narrowing
        label={t('ledger.columns.location')}
        all={t('ledger.allLocations')}
        value={filters.location}
        values={known?.locations ?? []}
        nameOf={(location) => location}
        onChange={(location) => change(withOrWithout(filters, 'location', location), 'push')}
      />
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
  // A value of the URL that no movement has shown is in force all the same.
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
