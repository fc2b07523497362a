import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

const tones = { running: 'info', paused: 'warn', cancelled: 'neutral', ended: 'good' } as const;

/** The state of a run. A run with writes under way has not ended, whatever happens to its other items. */
export function RunStateBadge({ run }: { run: BulkRunView }) {
  const t = useTranslations('bulk.state');
  const { state } = run;
  if (state === 'ended' && run.refused + run.outcomeUnknown > 0)
    return <Badge tone="warn">{t('endedPartly')}</Badge>;
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
