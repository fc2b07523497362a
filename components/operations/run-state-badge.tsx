import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

const tones = { running: 'info', paused: 'warn', cancelled: 'neutral', ended: 'good' } as const;

/**
 * State of a bulk run as a badge. If the run has ended and some items were refused or have an unknown
 * outcome, the badge says that some items need a check.
 */
export function RunStateBadge({ run }: { run: BulkRunView }) {
  const t = useTranslations('bulk.state');
  const { state } = run;
  if (state === 'ended' && run.refused + run.outcomeUnknown > 0)
    return <Badge tone="warn">{t('endedPartly')}</Badge>;
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
