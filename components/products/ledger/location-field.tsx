'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';

type LocationFieldProps = {
  locations: readonly string[];
  value: string;
  onChange: (location: string) => void;
  error: string | undefined;
};

const other = '';

/**
 * Field for the location of a stock change. The platform has no list of locations (U7). The user therefore picks a
 * location that occurs in stock movements, or types the id of another one.
 */
export function LocationField({ locations, value, onChange, error }: LocationFieldProps) {
  const t = useTranslations('products.move');
  const [isTyped, setTyped] = useState(locations.length === 0);
  return (
    <div className="flex flex-col gap-2">
      {locations.length > 0 && (
        <Field label={t('location')} hint={!isTyped && t('locationHint')}>
          {(control) => (
            <Select
              {...control}
              value={isTyped ? other : value}
              onChange={({ target }) => {
                setTyped(target.value === other);
                onChange(target.value);
              }}
            >
              {locations.map((location) => (
                <option key={location} value={location}>
                  {location}
                </option>
              ))}
              <option value={other}>{t('otherLocation')}</option>
            </Select>
          )}
        </Field>
      )}
      {isTyped && (
        <Field label={t('locationId')} hint={t('locationIdHint')} error={error}>
          {(control) => (
            <Input
              {...control}
              code
              maxLength={128}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
