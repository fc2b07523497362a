'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import type { StockLocation } from '@/lib/inventory/movement-queries';
import { useLocationName } from '@/components/ui/text/use-location-name';

type LocationFieldProps = {
  locations: readonly StockLocation[];
  /** Id of the chosen location. */
  value: string;
  onChange: (location: string) => void;
  error: string | undefined;
};

const other = '';

/**
 * Field for the location of a stock change. The platform has no list of locations (U7). The user therefore picks a
 * location that occurs in earlier stock movements, or types the id of another location. If several locations are known,
 * the hint below the field shows the id of the chosen one. With the id, the user can find the location in the store
 * admin. If one location is known and chosen, a button takes the place of the field.
 */
export function LocationField({ locations, value, onChange, error }: LocationFieldProps) {
  const t = useTranslations('products.move');
  const locationName = useLocationName(locations);
  const [isTyped, setTyped] = useState(locations.length === 0);
  const [isOpen, setOpen] = useState(false);
  const typed = useRef<HTMLInputElement>(null);
  // The pressed button is gone after the press, so the input gets the focus.
  useEffect(() => {
    if (isOpen) typed.current?.focus();
  }, [isOpen]);
  if (locations.length === 1 && !isOpen && value === locations[0]?.id)
    return (
      <Button
        variant="quiet"
        // The text of the button begins below the labels: the padding is outside the form.
        className="-ms-4 self-start"
        onClick={() => {
          setOpen(true);
          setTyped(true);
          onChange(other);
        }}
      >
        {t('otherLocation')}
      </Button>
    );
  return (
    <div className="flex flex-col gap-2">
      {locations.length > 0 && (
        <Field
          label={t('location')}
          hint={
            locations.length > 1 &&
            !isTyped &&
            t.rich('locationHint', {
              id: () => (
                <bdi key="id" dir="ltr">
                  {value}
                </bdi>
              ),
            })
          }
        >
          {(control) => (
            <Select
              {...control}
              value={isTyped ? other : value}
              onChange={({ target }) => {
                setTyped(target.value === other);
                onChange(target.value);
              }}
            >
              {locations.map(({ id }) => (
                <option key={id} value={id}>
                  {locationName(id)}
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
              ref={typed}
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
