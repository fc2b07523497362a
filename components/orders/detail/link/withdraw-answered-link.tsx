'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import type { OrderMessages } from '@/components/orders/detail/use-send-message';
import { ordersKeys } from '@/lib/shared/read-keys';

type WithdrawAnsweredLinkProps = {
  orderId: string;
  linkId: string;
  /** Time of the customer's answer that the page shows. The server withdraws no link with another answer. */
  answeredAt: string;
  asking: OrderMessages['asking'];
};

/** Button that withdraws the link of an answered order, after a question. The answer stays on the order page. */
export function WithdrawAnsweredLink({ orderId, linkId, answeredAt, asking }: WithdrawAnsweredLinkProps) {
  const t = useTranslations('orderLink.withdraw');
  const tAsk = useTranslations('orderLink.ask');
  const queryClient = useQueryClient();
  const toast = useToast();
  const { installId, withdraw } = asking;
  const [step, setStep] = useState<'closed' | 'asking' | 'sending'>('closed');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setStep('sending');
    const command = { installId, orderId, linkId, seenAnswerAt: answeredAt };
    const outcome = await withdraw(command).catch(() => null);
    noteAnswer(outcome);
    setStep('closed');
    const isDone = outcome?.code === 'withdrawn';
    setProblem(isDone ? null : (outcome?.code ?? 'no_answer'));
    if (!isDone) return;
    toast({ text: tAsk('withdrawn') });
    await queryClient.invalidateQueries({ queryKey: ordersKeys.order(installId, orderId) });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      {step === 'closed' ? (
        <Button onClick={() => setStep('asking')}>{tAsk('withdraw')}</Button>
      ) : (
        <div role="group" aria-label={tAsk('withdraw')} className="flex flex-col gap-2">
          <p>{t('question')}</p>
          <div className="flex flex-wrap gap-2">
            <Button disabled={step === 'sending'} onClick={() => setStep('closed')}>
              {t('keep')}
            </Button>
            <Button variant="danger" pending={step === 'sending'} onClick={() => void send()}>
              {t('confirm')}
            </Button>
          </div>
        </div>
      )}
      {problem !== null && step === 'closed' && (
        <OutcomeNote code={problem} isOutcomeUnknown={false}>
          <p>{tAsk('problem.failed')}</p>
        </OutcomeNote>
      )}
    </div>
  );
}
