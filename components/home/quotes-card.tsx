import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CappedCount } from '@/components/ui/text/capped-count';
import type { HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';

type QuotesCardProps = {
  installId: string;
  quotes: HomeView['quotes'];
  /** True if the waiting work of quotes has no tile of its own (WorkStrip), because orders are hidden. */
  isWork: boolean;
};

const rowClass = 'flex min-h-11 items-center justify-between gap-3';

/**
 * Card with three counts. The first is the quotes that customers can answer. The second is the quotes for
 * which the staff must do something, such as a change request. The third is the quotes that customers
 * accepted in the last seven days.
 */
export function QuotesCard({ installId, quotes, isWork }: QuotesCardProps) {
  const t = useTranslations('home.quotes');
  const { open, attention, acceptedThisWeek, hasSent } = quotes;
  const linked = [
    { name: 'waiting', count: open.count, path: open.path, note: t('opened', { count: open.opened }) },
    { name: 'attention', count: attention.count, path: attention.path, note: null },
  ] as const;
  return (
    <Card title={t('title')}>
      <div data-work={isWork ? 'quotes' : undefined}>
        {hasSent ? (
          <ul className="-my-2 flex flex-col divide-y divide-line text-sm">
            {linked.map(({ name, count, path, note }) => (
              <li key={name}>
                <Link
                  href={installPath(installId, path)}
                  prefetch={false}
                  data-quotes={name}
                  className={`${rowClass} hover:bg-sunken`}
                >
                  <span className="flex flex-col">
                    {t(name)}
                    {note && <span className="text-xs text-ink-soft">{note}</span>}
                  </span>
                  <span className="font-semibold">
                    <CappedCount value={count} />
                  </span>
                </Link>
              </li>
            ))}
            <li data-quotes="accepted" className={rowClass}>
              {t('accepted')}
              <span className="font-semibold">
                <CappedCount value={acceptedThisWeek} />
              </span>
            </li>
          </ul>
        ) : (
          <p className="text-sm text-ink-soft">{t('empty')}</p>
        )}
      </div>
    </Card>
  );
}
