'use client';

import { MessageCircle } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { useOperation } from '@/components/ui/use-operation';
import type { SheetView } from '@/lib/deliveries/delivery-view';
import { type AppLocale, baseLocale, dateParts } from '@/lib/shared/locale';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { DeliveryProblem } from './delivery-problem';
import type { SheetActions } from './sheet-actions';

/** Store data for the message to the driver. `storeLocale` is the language of the driver's page. */
export type LinkSharing = { appUrl: string; storeName: string; storeLocale: AppLocale };

type DriverLinkProps = {
  installId: string;
  sheet: SheetView;
  sharing: LinkSharing;
  actions: Pick<SheetActions, 'createLink' | 'withdrawLink'>;
};

/**
 * The link expires at a midnight. That midnight already belongs to the next day, so the card names the day before it.
 */
const lastMomentOf = (until: string) => new Date(Date.parse(until) - 1);

/** Card for the driver's link. The user can make the link, send it by WhatsApp, copy it or withdraw it. */
export function DriverLink({ installId, sheet, sharing, actions }: DriverLinkProps) {
  const t = useTranslations('deliveries.link');
  const format = useFormatter();
  const router = useRouter();
  const target = { installId, sheetId: sheet.id };
  const heading = useRef<HTMLSpanElement>(null);
  const onOutcome = ({ code }: { code: string }) => {
    router.refresh();
    // The pressed button disappears, so the focus moves to the title of the card.
    if (code === 'saved') heading.current?.focus();
  };
  const create = useOperation<object, Awaited<ReturnType<SheetActions['createLink']>>, typeof target>({
    action: actions.createLink,
    target,
    onOutcome,
  });
  const withdraw = useOperation<object, Awaited<ReturnType<SheetActions['withdrawLink']>>, typeof target>({
    action: actions.withdrawLink,
    target,
    onOutcome,
  });
  const english = baseLocale(sharing.storeLocale) === 'en' ? '?lang=en' : '';
  const url = sheet.link && `${sharing.appUrl}/d/${sheet.link.token}${english}`;
  const message = url && t('message', { store: sharing.storeName, link: url });
  const isPhone = sheet.driverPhone.startsWith('+');
  const chat = message !== null && isPhone ? whatsappUrl(sheet.driverPhone, message) : null;
  const needsNew = sheet.link === null || sheet.areDigitsClosed;
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {t('title')}
        </span>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-ink-soft">
          {sheet.link
            ? t('until', { day: format.dateTime(lastMomentOf(sheet.link.until), dateParts) })
            : t('none')}
        </p>
        <p className="text-sm text-ink-soft">{t(sheet.needsDigits ? 'digits' : 'noDigits')}</p>
        {sheet.link && sheet.areDigitsClosed && <p className="text-sm text-warn">{t('closed')}</p>}
        <div className="flex flex-wrap gap-2">
          {needsNew && (
            <Button variant="primary" pending={create.sending} onClick={() => void create.send({})}>
              {t('create')}
            </Button>
          )}
          {chat && (
            <Button asChild variant="primary">
              <a href={chat} target="_blank" rel="noopener noreferrer">
                <MessageCircle aria-hidden className="size-4" />
                {t('whatsapp')}
              </a>
            </Button>
          )}
          {url && <CopyButton text={url} label={t('copy')} />}
          {sheet.link && (
            <Button variant="quiet" pending={withdraw.sending} onClick={() => void withdraw.send({})}>
              {t('withdraw')}
            </Button>
          )}
        </div>
        {!create.sending && <DeliveryProblem outcome={create.outcome} />}
        {!withdraw.sending && <DeliveryProblem outcome={withdraw.outcome} />}
      </div>
    </Card>
  );
}
