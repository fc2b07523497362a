'use client';

import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { installPath } from '@/lib/shared/install-path';

const said = {
  invalid: true,
  missing_scope: true,
  not_found: true,
  run_reused: true,
  signed_out: true,
  reconnect: true,
  no_answer: true,
  unchecked: true,
};

type BulkProblemProps = { installId: string; runId: string; outcome: { code: string } | null };

/** Why nothing was checked or started, in words, where it was pressed. */
export function BulkProblem({ installId, runId, outcome }: BulkProblemProps) {
  const t = useTranslations('bulk.problem');
  if (!outcome || outcome.code === 'done') return null;
  const code = isSaid(outcome.code) ? outcome.code : 'unchecked';
  const isDoubt = code === 'no_answer';
  const Icon = isDoubt ? Clock : CircleAlert;
  return (
    <div
      role={isDoubt ? 'status' : 'alert'}
      data-outcome={outcome.code}
      className={clsx('flex gap-2 text-sm', isDoubt ? 'text-warn' : 'text-bad')}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p>{t(code)}</p>
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
      </div>
    </div>
  );
}

const isSaid = (code: string): code is keyof typeof said => Object.hasOwn(said, code);
