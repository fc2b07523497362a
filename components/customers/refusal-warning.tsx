'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { isOftenRefused } from '@/lib/customers/person';
import { installPath } from '@/lib/shared/install-path';
import { personOptions } from './customers-queries';

/**
 * Warns before shipping to a person who refused at least two of the last three parcels, and lists the refused orders.
 * The warning never blocks the shipment, so it shows nothing while the person's data loads or if that data cannot be
 * read.
 */
export function RefusalWarning({ installId, phone }: { installId: string; phone: string }) {
  const t = useTranslations('person.warning');
  const { data } = useQuery(personOptions(installId, phone));
  const person = data?.person;
  if (!person || !isOftenRefused(person)) return null;
  const refused = person.orders.filter(({ parcel }) => parcel === 'refused').slice(0, shownMax);
  return (
    <Banner tone="warn" title={t('title', person.lastParcels)}>
      <ul className="flex flex-wrap gap-x-4">
        {refused.map(({ id, number }) => (
          <li key={id}>
            {/* The link opens a new tab, so that the values typed in this tab stay. */}
            <a
              href={installPath(installId, `/orders/${encodeURIComponent(id)}`)}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2"
            >
              <bdi>{number}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <p>{t('next')}</p>
    </Banner>
  );
}

/** Maximum number of refused orders that the warning lists. */
const shownMax = 3;
