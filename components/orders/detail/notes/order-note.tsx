'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { useToast } from '@/components/ui/feedback/toast';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useNoteDraft } from './use-note-draft';
import {
  type OrderActions,
  type OrderTarget,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { WriteScopeNote } from '@/components/orders/detail/write-scope-note';
import { useIsOff } from '@/components/ui/role-context';

type OrderNoteProps = { target: OrderTarget; note: string | null; action: OrderActions['changeOrder'] };
type NoteInput = { change: { note: string | null }; noteSeen: string | null };

const loadOvertaken = () => import('./note-overtaken').then(({ NoteOvertaken }) => NoteOvertaken);

const loadUnsaved = () => import('./note-unsaved').then(({ NoteUnsaved }) => NoteUnsaved);

/** Maximum length of a note, in characters (platform: PATCH /orders/{id}, note). */
const lengthMax = 5_000;
const countedFrom = 4_500;

/**
 * The order's note, which only the store can read. Typed text is discarded only if the user chooses so. A
 * save never replaces a stored note that was not shown to this user.
 */
export function OrderNote({ target, note, action }: OrderNoteProps) {
  const t = useTranslations('orderPage.note');
  const toast = useToast();
  const formId = useId();
  const isOff = useIsOff('edit_orders', 'orders:write');
  const draft = useNoteDraft(target, note);
  // If the code of NoteOvertaken (the choice between two versions of the note) cannot be loaded, no text is lost. The
  // server still refuses a save that would replace another user's note. Its error message reports the conflict, with
  // less detail than NoteOvertaken.
  const renderOvertaken = useLazy(loadOvertaken, draft.isOvertaken, () => undefined);
  const [isLost, setLost] = useState(false);
  // If the code of NoteUnsaved cannot be loaded, it is requested again at the next typed letter. The typed text is not
  // lost, because it is saved in session storage.
  const renderUnsaved = useLazy(loadUnsaved, draft.isDirty && !isLost, () => setLost(true));
  const write = useOrderWrite<NoteInput>(action, target, (_, { change }) => {
    draft.settle(change.note);
    toast({ text: t('saved') });
  });
  const isTooLong = draft.text.length > lengthMax;

  const save = (noteSeen: string | null) => {
    if (!isTooLong) void write.send({ change: { note: draft.text === '' ? null : draft.text }, noteSeen });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft.seen);
  };
  const discard = () => {
    draft.discard();
    // The outcome of the last save is about the text that the user has just discarded, so the outcome is cleared.
    if (!write.isOutcomeUnknown) write.restart();
  };
  const isWaiting = write.sending || write.isOutcomeUnknown;
  const overtaken = draft.isOvertaken && !isWaiting && renderOvertaken;

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field
        label={t('label')}
        hint={isOff ? undefined : t('hint')}
        error={isTooLong ? t('tooLong', { count: draft.text.length, max: lengthMax }) : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            // An empty note has the height of one line, so that the page is shorter.
            rows={draft.text === '' ? 1 : 3}
            dir="auto"
            value={draft.text}
            readOnly={isOff}
            onChange={(event) => {
              setLost(false);
              draft.type(event.target.value);
            }}
          />
        )}
      </Field>
      {draft.text.length > countedFrom && !isTooLong && (
        <p className="text-xs text-ink-soft">{t('length', { count: draft.text.length, max: lengthMax })}</p>
      )}
      {isOff && write.outcome?.code !== 'no_right' && <WriteScopeNote needs="edit_orders" />}
      {overtaken
        ? overtaken({
            theirs: note,
            mine: draft.text,
            onSendOver: () => {
              draft.rebase();
              save(note);
            },
            onTakeTheirs: discard,
          })
        : !write.sending && (
            <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
          )}
      {draft.isDirty &&
        renderUnsaved?.({ form: formId, isBarShown: !overtaken, pending: isWaiting, onDiscard: discard })}
    </form>
  );
}
