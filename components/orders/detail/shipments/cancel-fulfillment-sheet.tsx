'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';

type CancelFulfillmentSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCancel: () => void;
};

/**
 * Asks for confirmation before a fulfillment is cancelled. The cancellation cannot be undone. The items of a
 * cancelled fulfillment can be fulfilled again.
 */
export function CancelFulfillmentSheet({ open, onOpenChange, onCancel }: CancelFulfillmentSheetProps) {
  const t = useTranslations('fulfill.cancel');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t('body')}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('keep')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onOpenChange(false);
              onCancel();
            }}
          >
            {t('confirm')}
          </Button>
        </>
      }
    />
  );
}
