'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useLocationName } from '@/components/ui/text/use-location-name';
import { locationsOptions } from '@/lib/inventory/movement-queries';
import type { BulkWork } from '@/lib/operations/bulk/bulk-run';

/** Describes what a bulk run (one action on many orders or variants) does, for example "set the status to shipped". */
export function RunWork({ installId, work }: { installId: string; work: BulkWork }) {
  const t = useTranslations('bulk.work');
  const tStatus = useTranslations('orderStatus');
  const tStock = useTranslations('stockSheet');
  switch (work.kind) {
    case 'adjust_stock':
      return tStock.rich('work', {
        reason: tStock(`reasons.${work.input.reason}`),
        location: () => <LocationName key="location" installId={installId} id={work.input.location_id} />,
      });
    case 'set_order_status':
      return t('set_order_status', { status: tStatus(work.input.status) });
    case 'fulfill_orders':
      return t(`fulfill_orders.${work.input.status}`);
    default:
      return t.rich(work.kind, { tags: () => <bdi key="tags">{work.input.tags.join('، ')}</bdi> });
  }
}

/**
 * Name of the location whose stock a bulk run changes. The run contains only the id of the location, so the name is
 * looked up in the list of known locations.
 */
function LocationName({ installId, id }: { installId: string; id: string }) {
  const t = useTranslations('products.location');
  const { data, isPending } = useQuery(locationsOptions(installId));
  const locationName = useLocationName(data?.locations ?? []);
  return <bdi>{isPending ? t('pending') : locationName(id)}</bdi>;
}
