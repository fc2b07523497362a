'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { PhoneInput } from '@/components/ui/form/phone-input';
import { StaleSettings } from '@/components/ui/form/stale-settings';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { type SaveSettings, useSaveSettings } from '@/components/ui/use-save-settings';
import { contactMax, isContactPhone, type StoreContact } from '@/lib/shared/messages/store-contact';

type ContactDialogProps = {
  installId: string;
  contact: StoreContact;
  save: SaveSettings;
  onSaved: (contact: StoreContact) => void;
  onClose: () => void;
};

/**
 * The typed values, and the stored values on which they are based. They are also saved in the browser, until the user
 * cancels or the values are stored.
 */
type Typed = { typed: StoreContact; seen: StoreContact };

const parts = ['phone', 'address', 'footer'] as const;

/** Dialog for the store's phone, address and footer on documents. */
export function ContactDialog({ installId, contact, onSaved, onClose, ...props }: ContactDialogProps) {
  const t = useTranslations('settings.contact');
  const toast = useToast();
  const { save, isSaving, problem } = useSaveSettings(installId, props.save);
  const copy = useCopiedInput<Typed>(`daftar.store-contact.1.${installId}`, restoreTyped);
  const { typed, seen } = copy.value ?? { typed: contact, seen: contact };
  const [isTried, setIsTried] = useState(false);
  const change = (part: keyof StoreContact, text: string) =>
    copy.change(() => ({ typed: { ...typed, [part]: text }, seen }));
  const isPhoneWrong = !isContactPhone(typed.phone);

  const end = () => {
    copy.forget();
    onClose();
  };
  const submit = async () => {
    setIsTried(true);
    if (isPhoneWrong) return;
    const result = await save({ storeContact: typed }, { storeContact: seen });
    if (!result) return;
    const stored = result.stored.storeContact;
    onSaved(stored);
    if (result.isStale)
      return copy.change((now) => ({ typed: merge(now?.typed ?? typed, seen, stored), seen: stored }));
    end();
    toast({ text: t('saved') });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      cancel={t('cancel')}
      onCancel={end}
      submit={t('save')}
      pending={isSaving}
      onSubmit={() => void submit()}
    >
      <p className="text-sm text-ink-soft">{t('empty')}</p>
      <Field
        label={t('phone')}
        hint={t('phoneHint')}
        error={isTried && isPhoneWrong ? t('phoneWrong') : undefined}
      >
        {(control) => (
          <PhoneInput
            {...control}
            maxLength={contactMax.phone}
            value={typed.phone}
            onChange={(event) => change('phone', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('address')}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            maxLength={contactMax.address}
            value={typed.address}
            onChange={(event) => change('address', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('footer')} hint={t('footerHint')}>
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            rows={3}
            maxLength={contactMax.footer}
            value={typed.footer}
            onChange={(event) => change('footer', event.target.value)}
          />
        )}
      </Field>
      {problem === 'stale' && !isSaving && (
        <StaleSettings
          stored={[
            ...new Set(parts.flatMap((part) => (typed[part] === seen[part] ? [] : seen[part] || t('none')))),
          ]}
        />
      )}
      {problem !== null && problem !== 'stale' && !isSaving && (
        <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
          <p>{t(problem === 'no_answer' ? 'outcomeUnknown' : 'failed')}</p>
        </OutcomeNote>
      )}
    </FormDialog>
  );
}

/**
 * Returns the values of the form after another user has changed the stored values. A value that differs from `seen` was
 * typed in the form, so it stays. Each other value becomes the stored value.
 */
function merge(typed: StoreContact, seen: StoreContact, stored: StoreContact): StoreContact {
  const keep = (part: keyof StoreContact) => (typed[part] === seen[part] ? stored[part] : typed[part]);
  return { phone: keep('phone'), address: keep('address'), footer: keep('footer') };
}

function restoreTyped(saved: unknown): Typed | null {
  return isTyped(saved) ? saved : null;
}

function isTyped(value: unknown): value is Typed {
  if (typeof value !== 'object' || value === null || !('typed' in value) || !('seen' in value)) return false;
  return isContact(value.typed) && isContact(value.seen);
}

function isContact(value: unknown): value is StoreContact {
  if (typeof value !== 'object' || value === null) return false;
  const texts = new Map<string, unknown>(Object.entries(value));
  return parts.every((part) => typeof texts.get(part) === 'string');
}
