'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { Facts } from '@/components/ui/list/facts';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import type { SaveSettings } from '@/components/ui/use-save-settings';
import type { StoreContact } from '@/lib/shared/messages/store-contact';

type ContactCardProps = { installId: string; contact: StoreContact; save: SaveSettings };

const loadDialog = () => import('./contact-dialog').then(({ ContactDialog }) => ContactDialog);

/** Card on the settings screen with the store's phone, address and footer for documents and the pages of links. */
export function ContactCard({ installId, contact, save }: ContactCardProps) {
  const t = useTranslations('settings.contact');
  const [current, setCurrent] = useState(contact);
  const [isOpen, setOpen] = useState(false);
  const mayChange = useRight('change_settings');
  const renderDialog = useLazy(loadDialog, isOpen, () => setOpen(false));
  return (
    <Card
      title={t('title')}
      aside={
        <Button
          disabled={!mayChange}
          pending={isOpen && !renderDialog}
          aria-label={t('changeContact')}
          onClick={() => setOpen(true)}
        >
          {t('change')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-ink-soft">{t('body')}</p>
        <Facts
          facts={[
            {
              label: t('phone'),
              value:
                current.phone !== '' ? (
                  <bdi dir="ltr">{current.phone}</bdi>
                ) : mayChange ? (
                  <Button className="mt-1" onClick={() => setOpen(true)}>
                    <Plus aria-hidden className="size-4" />
                    {t('addPhone')}
                  </Button>
                ) : (
                  t('none')
                ),
            },
            { label: t('address'), value: <bdi>{current.address || t('none')}</bdi> },
            {
              label: t('footer'),
              value: (
                <p dir="auto" className="whitespace-pre-line">
                  {current.footer || t('none')}
                </p>
              ),
            },
          ]}
        />
        <RoleNote needs="change_settings" />
      </div>
      {isOpen &&
        renderDialog?.({
          installId,
          contact: current,
          save,
          onSaved: setCurrent,
          onClose: () => setOpen(false),
        })}
    </Card>
  );
}
