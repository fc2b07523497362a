'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import type { SharedQuote } from './quote-message';
import { ShareQuote, type Sharing } from './share-quote';

type ShareDialogProps = {
  installId: string;
  quote: SharedQuote;
  sharing: Sharing;
  /** True if the message is a reminder for a customer who already has the link. */
  isReminder: boolean;
  onClose: () => void;
};

/** Dialog to share the link of a quote again. */
export function ShareDialog({ installId, quote, sharing, isReminder, onClose }: ShareDialogProps) {
  const t = useTranslations('quotes.share');
  return (
    <DialogPanel
      open
      onOpenChange={(open) => open || onClose()}
      title={t.rich(isReminder ? 'reminderTitle' : 'title', {
        number: () => <bdi key="number">{quote.number}</bdi>,
      })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <ShareQuote installId={installId} quote={quote} sharing={sharing} />
    </DialogPanel>
  );
}
