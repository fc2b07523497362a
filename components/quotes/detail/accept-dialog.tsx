'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { QuoteWriteProblem } from './quote-write-problem';
import { type QuoteActionsOf, type QuoteTarget, useQuoteWrite } from './use-quote-write';

type AcceptDialogProps = {
  target: QuoteTarget;
  /** Version that was on the screen when the dialog opened. A newer version is not what the customer agreed to. */
  version: number;
  accept: QuoteActionsOf['accept'];
  onClose: () => void;
};

/** Maximum length that the server accepts. */
const agreedHowMax = 500;

/**
 * Records an acceptance that happened outside the link. The staff describes how the customer agreed, as evidence; then
 * the order is created.
 */
export function AcceptDialog({ target, accept, onClose, ...props }: AcceptDialogProps) {
  const t = useTranslations('quotes.accept');
  const [version] = useState(props.version);
  const formId = useId();
  const [agreedHow, setAgreedHow] = useState('');
  const [isTried, setIsTried] = useState(false);
  const write = useQuoteWrite<{ version: number; agreedHow: string }>(accept, target, { onDone: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (agreedHow.trim() !== '' && !write.isOutcomeUnknown) void write.send({ version, agreedHow });
  };
  return (
    <DialogPanel
      open
      onOpenChange={(open) => open || onClose()}
      title={t('title')}
      description={t('body')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} pending={write.sending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
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
      </form>
    </DialogPanel>
  );
}
