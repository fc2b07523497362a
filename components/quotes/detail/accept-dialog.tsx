'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { QuoteWriteProblem } from './quote-write-problem';
import { type QuoteActionsOf, type QuoteTarget, useQuoteWrite } from './use-quote-write';

type AcceptDialogProps = {
  target: QuoteTarget;
  /**
   * Version of the quote that was on the screen when the dialog opened. The customer has agreed to this version. If a
   * newer version was sent in the meantime, the server refuses the acceptance.
   */
  version: number;
  accept: QuoteActionsOf['accept'];
  onClose: () => void;
};

/** Maximum number of characters that the server accepts in the description of how the customer agreed. */
const agreedHowMax = 500;

/**
 * Dialog that records that a customer accepted the quote without using the link. As evidence, the user describes how
 * the customer agreed. The sales order is then created.
 */
export function AcceptDialog({ target, accept, onClose, ...props }: AcceptDialogProps) {
  const t = useTranslations('quotes.accept');
  const [version] = useState(props.version);
  const [agreedHow, setAgreedHow] = useState('');
  const [isTried, setIsTried] = useState(false);
  const write = useQuoteWrite<{ version: number; agreedHow: string }>(accept, target, { onDone: onClose });
  const submit = () => {
    setIsTried(true);
    if (agreedHow.trim() !== '' && !write.isOutcomeUnknown) void write.send({ version, agreedHow });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      description={t('body')}
      cancel={t('cancel')}
      submit={t('confirm')}
      pending={write.sending}
      onSubmit={submit}
    >
      <Field
        label={t('how')}
        hint={t('howHint')}
        error={isTried && agreedHow.trim() === '' ? t('howMissing') : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            maxLength={agreedHowMax}
            value={agreedHow}
            onChange={(event) => setAgreedHow(event.target.value)}
          />
        )}
      </Field>
      {!write.sending && (
        <QuoteWriteProblem
          outcome={write.outcome}
          again={() => write.input && void write.send(write.input)}
        />
      )}
    </FormDialog>
  );
}
