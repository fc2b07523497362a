import { clsx } from 'clsx';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { CappedCount } from '@/components/ui/text/capped-count';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';

/** CSS classes with the number of columns of the row on a large screen, by the number of tiles. */
const columns: Record<number, string> = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4', 5: 'lg:grid-cols-5' };

type WorkStripProps = Pick<HomeView, 'orders' | 'quotes'> & { installId: string };

/**
 * Row of counts with the merchant's work: orders to review, orders to ship, quotes, prices to update and problems. Each
 * count links to a list of exactly these orders or quotes, and shows the age of the oldest entry. Quotes, prices and
 * problems have a tile only if there are any. Without the scope orders:read, QuotesCard shows the quotes, so they have no
 * tile here.
 */
export function WorkStrip({ installId, orders, quotes }: WorkStripProps) {
  const t = useTranslations('home.work');
  const ofView = (name: 'to_review' | 'to_ship' | 'problems') =>
    orders ? [{ name, count: orders.counts[name], hint: t(`hint.${name}`), ...orders.oldest[name] }] : [];
  const { attention, moved } = quotes;
  const hint = attention.changes > 0 ? t('hint.changes', { count: attention.changes }) : t('hint.quotes');
  const tiles = [
    ...ofView('to_review'),
    ...ofView('to_ship'),
    ...(attention.count > 0 && orders ? [{ name: 'quotes' as const, ...attention, hint }] : []),
    ...(moved && moved.count > 0 ? [{ name: 'rate_moved' as const, ...moved, hint: t('hint.moved') }] : []),
    ...(orders && orders.counts.problems > 0 ? ofView('problems') : []),
  ];
  if (tiles.length === 0) return null;
  return (
    <nav aria-label={t('label')}>
      <ul className={clsx('grid grid-cols-2 gap-3', columns[tiles.length])}>
        {tiles.map(({ name, count, oldestAt, path, hint: text }) => (
          // On a phone, the tiles stand in two columns. If the last row has only one tile, that tile gets the whole
          // width.
          <li key={name} className="max-lg:last:odd:col-span-2">
            <Link
              href={installPath(installId, path)}
              prefetch={false}
              data-work={name}
              className="flex h-full flex-col gap-1 rounded-card border border-line bg-surface px-4 py-3 shadow-card hover:bg-sunken"
            >
              <span className="flex items-center justify-between gap-2 text-sm font-semibold">
                {t(name)}
                <LinkPending />
              </span>
              <span className="text-2xl leading-tight font-bold">
                <CappedCount value={count} />
              </span>
              {count > 0 && <span className="text-xs text-ink-soft">{text}</span>}
              {oldestAt && (
                <span className="mt-auto text-xs text-ink-soft">
                  {t.rich('oldest', { age: () => <RelativeTime key="age" at={oldestAt} /> })}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
