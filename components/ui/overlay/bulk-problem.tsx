'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { installPath } from '@/lib/shared/install-path';

const said = {
  invalid: true,
  missing_scope: true,
  not_found: true,
  run_reused: true,
  signed_out: true,
  reconnect: true,
  no_answer: true,
  not_sent: true,
  unchecked: true,
  busy: true,
};

type BulkProblemProps = {
  installId: string;
  runId: string;
  /** `waitSeconds`: time after which the user can try again, if the code is `busy`. */
  outcome: { code: string; waitSeconds?: number } | null;
};

/**
 * Message beside the button of a bulk run (one action on many records). It explains why the run was not checked or not
 * started.
 */
export function BulkProblem({ installId, runId, outcome }: BulkProblemProps) {
  const t = useTranslations('bulk.problem');
  if (!outcome || outcome.code === 'done') return null;
  const code = isSaid(outcome.code) ? outcome.code : 'unchecked';
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={code === 'no_answer'}>
      <p>{t(code, { seconds: outcome.waitSeconds ?? 0 })}</p>
      {code === 'run_reused' && (
        <Button asChild>
          <Link href={installPath(installId, `/runs/${runId}`)} prefetch={false}>
            {t('openRun')}
          </Link>
        </Button>
      )}
      {(code === 'signed_out' || code === 'reconnect') && (
        <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>
      )}
    </OutcomeNote>
  );
}

const isSaid = (code: string): code is keyof typeof said => Object.hasOwn(said, code);
