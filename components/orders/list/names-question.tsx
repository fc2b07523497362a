'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useRight } from '@/components/ui/role-context';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { installPath } from '@/lib/shared/install-path';

/** Server action that stores the answer in this browser. The response contains the screen without the question. */
export type ChooseScreen = (command: {
  installId: string;
  choice: { names: 'later' };
}) => Promise<{ code: string }>;

/**
 * Card above the orders list that asks whether the app should also store the customers of orders that were not made in
 * Daftar. After the answer "Not now", this browser does not ask again. A user who may not change that setting sees one
 * line instead, which says why rows have no name and who can change that.
 */
export function NamesQuestion({ installId, choose }: { installId: string; choose: ChooseScreen }) {
  const t = useTranslations('orders.namesQuestion');
  const isHidden = useMissingScopes('clients:read').length > 0;
  const mayKnow = useRight('see_personal_data');
  const mayChange = useRight('change_settings');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, startSaving] = useTransition();
  if (isHidden || !mayKnow) return null;
  if (!mayChange)
    return (
      <p data-names-hint className="text-sm text-ink-soft">
        {t('whoMay')}
      </p>
    );
  const putOff = () =>
    startSaving(async () => {
      const { code } = await choose({ installId, choice: { names: 'later' } }).catch(() => ({
        code: 'no_answer',
      }));
      setProblem(code === 'chosen' ? null : code);
    });
  return (
    <Card title={t('title')}>
      <div data-names-question className="flex flex-col gap-2">
        <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between">
          <p className="text-sm text-ink-soft">{t('body')}</p>
          <div className="flex flex-wrap gap-2">
            <Button asChild>
              <Link href={installPath(installId, '/settings#customers')} prefetch={false}>
                {t('show')}
              </Link>
            </Button>
            <Button variant="quiet" pending={isSaving} onClick={putOff}>
              {t('later')}
            </Button>
          </div>
        </div>
        {problem !== null && !isSaving && (
          <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
            <p>{t('failed')}</p>
          </OutcomeNote>
        )}
      </div>
    </Card>
  );
}
