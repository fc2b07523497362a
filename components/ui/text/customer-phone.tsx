'use client';

import { MessageCircle, Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { findPhoneProblem, whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import type { PhoneReading } from '@/lib/shared/phone';

type CustomerPhoneProps = {
  phone: string;
  /** Country (ISO 3166) that is assumed for a number without a country code; null if it is unknown. */
  country: string | null;
  /**
   * Renders the control that writes a message to a phone number. It gets the number (E.164), or null if WhatsApp cannot
   * open the number; the control then copies the message. The default is a link that opens an empty chat.
   */
  renderWriting?: (e164: string | null) => ReactNode;
};

/** A phone number with buttons to call it and to write to it on WhatsApp. */
export function CustomerPhone({ phone, country, renderWriting }: CustomerPhoneProps) {
  const t = useTranslations('order.customer');
  const reading = usePhoneReading(phone, country);
  const international = reading?.ok ? reading : null;
  return (
    <>
      <p className="flex items-center gap-1">
        <bdi dir="ltr">{international?.international ?? phone}</bdi>
        <CopyButton text={international?.e164 ?? phone} label={t('copyPhone')} labelHidden />
      </p>
      {reading && !reading.ok && (
        <>
          <p className="text-xs text-warn">{t(`oddPhone.${findPhoneProblem(phone, country)}`)}</p>
          {renderWriting?.(null)}
        </>
      )}
      {international && (
        <div className="mt-1 grid grid-cols-2 gap-2">
          {renderWriting ? (
            renderWriting(international.e164)
          ) : (
            <Button asChild>
              {/* WhatsApp receives no referrer and gets no access to the window of the app. */}
              <a
                href={whatsappUrl(international.e164, '') ?? undefined}
                target="_blank"
                rel="noopener noreferrer"
              >
                <MessageCircle aria-hidden className="size-4" />
                {t('whatsapp')}
              </a>
            </Button>
          )}
          <Button asChild>
            <a href={`tel:${international.e164}`}>
              <Phone aria-hidden className="size-4" />
              {t('call')}
            </a>
          </Button>
        </div>
      )}
    </>
  );
}

/** A number in international format (E.164). For such a number, the parser (40 kB) is not loaded. */
export const wholeNumber = /^\+[1-9]\d{7,14}$/;

/**
 * Parses a phone number with the rules of readPhone. Rejects if the code of readPhone must be loaded and cannot be
 * loaded.
 */
export async function loadPhoneReading(phone: string, country: string | null): Promise<PhoneReading> {
  if (wholeNumber.test(phone)) return { ok: true, e164: phone, international: phone };
  const { readPhone } = await import('@/lib/shared/phone');
  return readPhone(phone, country);
}

/**
 * Returns the parsed phone number; null while the code that parses it is loading. A number in international format is
 * returned immediately, because it needs no parsing. Most numbers from the platform have that format.
 */
function usePhoneReading(phone: string, country: string | null): PhoneReading | null {
  const whole = wholeNumber.test(phone) ? phone : null;
  const [loaded, setLoaded] = useState<{ phone: string; reading: PhoneReading } | null>(null);
  useEffect(() => {
    if (whole !== null) return;
    let isGone = false;
    loadPhoneReading(phone, country).then(
      (reading) => isGone || setLoaded({ phone, reading }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [phone, country, whole]);
  if (whole !== null) return { ok: true, e164: whole, international: whole };
  return loaded?.phone === phone ? loaded.reading : null;
}
