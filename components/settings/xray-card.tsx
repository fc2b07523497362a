'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/form/checkbox';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import type { ScreenChoice } from '@/lib/shared/screen-words';
import { type ChooseScreen, useScreenChoice } from './use-screen-choice';

type XrayCardProps = { installId: string; choice: ScreenChoice; choose: ChooseScreen };

/** Card with the switch of the X-ray, which shows for each part of a screen where its data comes from. */
export function XrayCard({ installId, choice, choose }: XrayCardProps) {
  const t = useTranslations('screen');
  const tXray = useTranslations('connection.developers.xray');
  const { picked, pick, problem } = useScreenChoice(installId, choice, choose);
  return (
    <Card title={tXray('title')}>
      <Checkbox
        label={tXray('switch')}
        detail={tXray('detail')}
        checked={picked.xray === 'on'}
        onChange={(event) => pick('xray', event.currentTarget.checked ? 'on' : null)}
      />
      {problem !== null && (
        <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
          <p>{t(problem === 'no_answer' ? 'outcomeUnknown' : 'failed')}</p>
        </OutcomeNote>
      )}
    </Card>
  );
}
