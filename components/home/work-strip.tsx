import { clsx } from 'clsx';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { CappedCount } from '@/components/ui/text/capped-count';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';
import { currencyKey } from '@/lib/shared/numbers/money';

/** CSS classes with the number of columns of the row on a large screen, by the number of tiles. */
const columns: Record<number, string> = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4', 5: 'lg:grid-cols-5' };

type WorkStripProps = Pick<HomeView, 'orders' | 'quotes'> & { installId: string };

/**
 * Row of counts with the merchant's work: orders to review, orders to ship, quotes, prices to update and problems. Each
 * count links to a list of exactly these orders or quotes, and shows what the orders are worth and the age of the oldest
 * entry. A count of 0 is a dimmed line. Quotes, prices and
 * problems have a tile only if there are any. Without the scope orders:read, QuotesCard shows the quotes, so they have no
 * tile here.
 */
export function WorkStrip({ installId, orders, quotes }: WorkStripProps) {
  const t = useTranslations('home.work');
  const ofView = (name: 'to_review' | 'to_ship' | 'problems') =>
    orders
      ? [
          {
            name,
            count: orders.counts[name],
            hint: t(`hint.${name}`),
            sums: orders.sums?.[name],
            ...orders.oldest[name],
          },
        ]
      : [];
  const { attention, moved } = quotes;
  const hint = attention.changes > 0 ? t('hint.changes', { count: attention.changes }) : t('hint.quotes');
  const tiles = [
    ...ofView('to_review'),
    ...ofView('to_ship'),
    ...(attention.count > 0 && orders ? [{ name: 'quotes' as const, ...attention, hint, sums: [] }] : []),
    ...(moved && moved.count > 0
      ? [{ name: 'rate_moved' as const, ...moved, hint: t('hint.moved'), sums: [] }]
      : []),
    ...(orders && orders.counts.problems > 0 ? ofView('problems') : []),
  ];
  if (tiles.length === 0) return null;
  const wide = wideTiles(tiles);
  return (
    <nav aria-label={t('label')}>
      <ul className={clsx('grid grid-cols-2 gap-3', columns[tiles.length])}>
        {tiles.map(({ name, count, oldestAt, path, hint: text, sums = [] }) => (
          <li key={name} className={clsx(wide.has(name) && 'max-lg:col-span-2')}>
            <Link
              href={installPath(installId, path)}
              prefetch={false}
              data-work={name}
              className={clsx(
                'flex rounded-card border border-line px-4 py-3 hover:bg-sunken',
                count > 0
                  ? 'h-full flex-col gap-1 bg-surface shadow-card'
                  : 'min-h-11 items-baseline justify-between gap-2 text-ink-soft',
              )}
            >
              <span className="flex items-center justify-between gap-2 text-sm font-semibold">
                {t(name)}
                <LinkPending />
              </span>
              <span className={clsx('leading-tight font-bold', count > 0 && 'text-2xl')}>
                <CappedCount value={count} />
              </span>
              {count > 0 &&
                sums.map((sum) => (
                  <span key={currencyKey(sum)} className="text-sm font-semibold" data-worth>
                    <MoneyText money={sum} />
                  </span>
                ))}
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

/**
 * Returns the names of the tiles that have the whole width of a phone. The other tiles stand in two columns. A tile with
 * the count 0 is only one line high, so it stands beside no other tile.
 */
function wideTiles<Name extends string>(tiles: readonly { name: Name; count: number }[]): Set<Name> {
  const wide = new Set<Name>();
  let waiting: Name | null = null;
  for (const { name, count } of tiles) {
    if (count === 0) {
      if (waiting !== null) wide.add(waiting);
      wide.add(name);
    }
    waiting = count === 0 || waiting !== null ? null : name;
  }
  if (waiting !== null) wide.add(waiting);
  return wide;
}
