import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { PostedBefore } from '@/lib/cash/sheet/sheet-commands';
import type { RemittanceSheetWork } from './use-remittance-sheet';

type SheetProblemProps = {
  problem: NonNullable<RemittanceSheetWork['problem']> | ({ code: 'posted_before' } & PostedBefore);
};

/**
 * Text about why a remittance sheet was not read or not posted, and what the user can do next. Nothing was stored in
 * any of these cases. With `posted_before`, the preview says that lines of the sheet were posted before.
 */
export function SheetProblem({ problem }: SheetProblemProps) {
  const t = useTranslations('cashSheet');
  const general = useTranslations('problem');
  switch (problem.code) {
    case 'failed':
      return (
        <Banner
          tone="bad"
          title={problem.failure === 'unavailable' ? t('failedTitle') : general(`${problem.failure}.title`)}
        >
          {t('failed')}
        </Banner>
      );
    case 'already_posted':
    case 'posted_before':
      return (
        <Banner tone="warn" title={t('alreadyPosted.title')}>
          {t.rich(problem.code === 'posted_before' ? 'alreadyPosted.rest' : 'alreadyPosted.body', {
            by: problem.by ?? t('somebody'),
            at: () => <RelativeTime key="at" at={problem.at} />,
          })}
        </Banner>
      );
    case 'too_many_rows':
      return <Banner tone="bad" title={t('tooManyRows', { max: problem.max })} />;
    default:
      return (
        <Banner tone={problem.code === 'changed' ? 'warn' : 'bad'} title={t(`problem.${problem.code}.title`)}>
          {t(`problem.${problem.code}.body`)}
        </Banner>
      );
  }
}
