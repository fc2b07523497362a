import { Link2 } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { inAppPath } from '@/lib/orders/in-app-path';
import type { OrderReference } from '@/lib/orders/order-reference';
import { referenceUrl } from '@/lib/orders/reference-url';

type ReferenceChipProps = { reference: OrderReference; appOrigin: string; installId: string };

/**
 * Reference of an order, shown as a chip. A reference is a link with a label to a record of this app. If the
 * URL does not belong to this app, the chip is plain text. A link to a screen of this install opens inside
 * the app.
 */
export function ReferenceChip({ reference, appOrigin, installId }: ReferenceChipProps) {
  const t = useTranslations('orderPage.reference');
  const tQuotes = useTranslations('quotes');
  const url = reference.url === null ? null : referenceUrl(reference.url, appOrigin);
  const path = url === null ? null : inAppPath(url, installId);
  const look =
    'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-brand-soft px-4 text-sm font-semibold text-brand-strong';
  const number = () => <bdi key="number">{reference.number}</bdi>;
  const words = (
    <>
      <Link2 aria-hidden className="size-4 shrink-0" />
      <span className="truncate">
        {reference.kind === 'quote' ? (
          tQuotes.rich('one', { number })
        ) : (
          <>
            <bdi>{reference.kind}</bdi> {number()}
          </>
        )}
      </span>
    </>
  );
  if (url === null) return <span className={look}>{words}</span>;
  if (path !== null)
    return (
      <Link href={path} prefetch={false} className={look}>
        {words}
        <LinkPending />
      </Link>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      {words}
      <span className="sr-only">{t('opens')}</span>
    </a>
  );
}
