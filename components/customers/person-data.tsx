'use client';

import { useQueryClient } from '@tanstack/react-query';
import { FileDown, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { FoldMark } from '@/components/ui/fold-mark';
import { useRight } from '@/components/ui/role-context';
import { useExport } from '@/components/ui/use-export';
import { forgetCopiesOfPhone } from './forget-copies';
import type { DeletePersonCommand } from '@/lib/customers/person-query';
import type { ActionOf } from '@/lib/shared/action-of';
import { installPath } from '@/lib/shared/install-path';
import { ordersKeys, quotesKeys } from '@/lib/shared/read-keys';

/** Server action that erases a person. The page passes it in. */
export type DeletePerson = ActionOf<
  typeof DeletePersonCommand,
  { code: string; waitSeconds?: number } | { code: 'deleted'; orders: number; quotes: number }
>;

type PersonDataProps = {
  installId: string;
  phone: string;
  remove: DeletePerson;
  /** False if the look-up found no data of the person. */
  isFound: boolean;
};

/**
 * Part of the dialog about a person: the export as a file, and the erasure, which the user confirms in a second step.
 * Each part is shown only if the user's role has the right for it. The section is closed at first, because users open
 * the dialog to read about orders.
 *
 * If the look-up found no data, a delivery sheet or a confirmation link may still name the person, so the section is
 * there too.
 */
export function PersonData({ isFound, ...person }: PersonDataProps) {
  const t = useTranslations('person');
  const [mayExport, mayErase] = [useRight('export'), useRight('change_settings')];
  if (!mayExport && !mayErase) return null;
  return (
    // The key closes the section after the erasure, when there is most often nothing left to export or erase.
    <details key={String(isFound)} className="group border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        <FoldMark />
        <span className="font-bold">{t('data.title')}</span>
      </summary>
      <div className="flex flex-col gap-3">
        {!isFound && <p className="text-xs text-ink-soft">{t('dialog.elsewhere')}</p>}
        <DataButtons {...person} />
      </div>
    </details>
  );
}

/** Message keys of the outcomes of an erasure. The text of any other outcome is `failed`. */
const problemKeys: Record<string, 'orderOpen' | 'noAnswer' | 'busy'> = {
  order_open: 'orderOpen',
  no_answer: 'noAnswer',
  busy: 'busy',
};

function DataButtons({ installId, phone, remove }: Omit<PersonDataProps, 'isFound'>) {
  const t = useTranslations('person.data');
  const queryClient = useQueryClient();
  const toast = useToast();
  const startExport = useExport();
  const mayExport = useRight('export');
  const mayErase = useRight('change_settings');
  const [step, setStep] = useState<'closed' | 'asking' | 'sending'>('closed');
  const [problem, setProblem] = useState<{ code: string; waitSeconds?: number } | null>(null);
  const download = (format: 'csv' | 'json') =>
    startExport(`/api${installPath(installId, '/customers/export')}`, { phone, format });
  const erase = async () => {
    setStep('sending');
    const outcome = await remove({ installId, phone }).catch(() => ({ code: 'no_answer' }));
    setStep('closed');
    setProblem(outcome.code === 'deleted' ? null : outcome);
    if (outcome.code !== 'deleted') return;
    forgetCopiesOfPhone(phone);
    toast({ text: t('done') });
    await Promise.all(
      [['install', installId, 'customers'], ordersKeys.all(installId), quotesKeys.all(installId)].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <>
      {step === 'closed' ? (
        <div className="flex flex-wrap gap-2">
          {mayExport && (
            <>
              <Button onClick={() => download('csv')}>
                <FileDown aria-hidden className="size-4" />
                {t('csv')}
              </Button>
              <Button onClick={() => download('json')}>
                <FileDown aria-hidden className="size-4" />
                {t('json')}
              </Button>
            </>
          )}
          {mayErase && (
            <Button className="text-bad!" onClick={() => setStep('asking')}>
              <Trash2 aria-hidden className="size-4" />
              {t('erase')}
            </Button>
          )}
        </div>
      ) : (
        <div role="group" aria-label={t('erase')} className="flex flex-col gap-2">
          <p className="font-semibold">{t('question')}</p>
          <p>{t('erased')}</p>
          <p>{t('stays')}</p>
          <div className="flex flex-wrap gap-2">
            <Button disabled={step === 'sending'} onClick={() => setStep('closed')}>
              {t('cancel')}
            </Button>
            <Button variant="danger" pending={step === 'sending'} onClick={() => void erase()}>
              {t('confirm')}
            </Button>
          </div>
        </div>
      )}
      {problem !== null && step === 'closed' && (
        <OutcomeNote code={problem.code} isOutcomeUnknown={problem.code === 'no_answer'}>
          <p>{t(problemKeys[problem.code] ?? 'failed', { seconds: problem.waitSeconds ?? 0 })}</p>
        </OutcomeNote>
      )}
    </>
  );
}
