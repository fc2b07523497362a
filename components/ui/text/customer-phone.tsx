'use client';

import { MessageCircle, Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { PhoneReading } from '@/lib/shared/phone';

type CustomerPhoneProps = { phone: string; country: string | null };

/** A phone number with buttons to call it and to write to it on WhatsApp. */
export function CustomerPhone({ phone, country }: CustomerPhoneProps) {
  const t = useTranslations('order.customer');
  const reading = usePhoneReading(phone, country);
  const international = reading?.ok ? reading : null;
  return (
    <>
      <p className="flex items-center gap-1">
        <bdi dir="ltr">{international?.international ?? phone}</bdi>
        <CopyButton text={international?.e164 ?? phone} label={t('copyPhone')} labelHidden />
      </p>
      {reading && !reading.ok && <p className="text-xs text-warn">{t('oddPhone')}</p>}
      {international && (
        <div className="mt-1 grid grid-cols-2 gap-2">
          <Button asChild>
            {/* WhatsApp receives no referrer and gets no access to this window. */}
            <a
              href={`https://wa.me/${international.e164.slice(1)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <MessageCircle aria-hidden className="size-4" />
              {t('whatsapp')}
            </a>
          </Button>
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

/**
 * Returns the parsed phone number, or null while the parser is loading. Most numbers from the platform are
 * already in international format. For such a number, the parser (40 kB) is not loaded.
 */
function usePhoneReading(phone: string, country: string | null): PhoneReading | null {
  const whole = /^\+[1-9]\d{7,14}$/.test(phone) ? phone : null;
  const [loaded, setLoaded] = useState<{ phone: string; reading: PhoneReading } | null>(null);
  useEffect(() => {
    if (whole !== null) return;
    let isGone = false;
    import('@/lib/shared/phone').then(
      ({ readPhone }) => isGone || setLoaded({ phone, reading: readPhone(phone, country) }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [phone, country, whole]);
  if (whole !== null) return { ok: true, e164: whole, international: whole };
  return loaded?.phone === phone ? loaded.reading : null;
}
