import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CappedCount } from '@/components/ui/text/capped-count';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import type { HomeView, WorkPaths } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';

type Work = NonNullable<HomeView['work']>;
type WorkStripProps = { installId: string; work: Work; paths: WorkPaths };

const names = ['to_review', 'to_ship', 'cash_to_collect', 'problems'] as const;

/**
 * Counts of the orders that wait for the merchant: to review, to ship, cash to collect, problems. Each count links to a
 * list of its orders.
 */
export function WorkStrip({ installId, work, paths }: WorkStripProps) {
  const t = useTranslations('home.work');
  return (
    <nav aria-label={t('label')}>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {names.map((name) => (
          <li key={name}>
            <Link
              href={installPath(installId, paths[name])}
              prefetch={false}
              data-work={name}
              className="flex h-full min-h-24 flex-col gap-1 rounded-card border border-line bg-surface px-4 py-3 shadow-card hover:bg-sunken"
            >
              <span className="flex items-center justify-between gap-2 text-sm font-semibold">
                {t(name)}
                <LinkPending />
              </span>
              <span className="text-2xl leading-tight font-bold">
                <CappedCount value={work[name]} />
              </span>
              <span className="text-xs text-ink-soft">
                {name === 'cash_to_collect' ? <Cash work={work} /> : t(`hint.${name}`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Hint below the number of orders with cash to collect. It says for how many of them the payment method is known to be
 * cash on delivery. The app knows this only for orders that were made in it (U2). The other orders are counted because
 * they are delivered and unpaid.
 */
function Cash({ work }: { work: Work }) {
  const t = useTranslations('home.work.hint');
  if (work.knownCash === 0) return t('unpaid');
  return t.rich('knownCash', { count: () => <CappedCount key="count" value={work.knownCash} /> });
}
