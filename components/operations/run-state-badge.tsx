import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

const tones = { running: 'info', paused: 'warn', cancelled: 'neutral', ended: 'good' } as const;

/**
 * State of a bulk run as a badge. While one of its writes is being sent, the badge shows that the run has not ended,
 * even if the run was cancelled.
 */
export function RunStateBadge({ run }: { run: BulkRunView }) {
  const t = useTranslations('bulk.state');
  const { state } = run;
  if (state === 'ended' && run.refused + run.outcomeUnknown > 0)
    return <Badge tone="warn">{t('endedPartly')}</Badge>;
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
