'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field, FieldError } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useOperation } from '@/components/ui/use-operation';
import { useRoleText } from '@/components/ui/role-context';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type { SavedView, SavedViewActions, SavedViewOutcome } from '@/lib/orders/views/saved-view';
import { viewNameLengthMax } from '@/lib/orders/views/view-name';

type SavedViewDialogProps = {
  installId: string;
  /** Saved view to rename. If null, the dialog saves the current filters and columns as a new view. */
  view: SavedView | null;
  fresh: { filters: string; columns: OrderColumn[] | null };
  canOwn: boolean;
  actions: SavedViewActions;
  onSaved: () => void;
  onClose: () => void;
};

type Who = 'own' | 'shared';
type Target = { installId: string; viewId: string };
/**
 * Input of the dialog. `created` has the filters, the columns and the visibility of a new view. It is null if a view is
 * renamed.
 */
type Input = {
  name: string;
  created: { filters: string; columns: OrderColumn[] | null; isShared: boolean } | null;
};

/** Dialog for the name of a saved view. For a new view, the user also chooses who can see it. */
export function SavedViewDialog(props: SavedViewDialogProps) {
  const { installId, view, fresh, canOwn, actions, onSaved, onClose } = props;
  const t = useTranslations('savedViews');
  const roleText = useRoleText();
  const [viewId] = useState(() => view?.id ?? crypto.randomUUID());
  const [name, setName] = useState(view?.name ?? '');
  const [who, setWho] = useState<Who>(canOwn ? 'own' : 'shared');
  const [isEmpty, setIsEmpty] = useState(false);
  const { send, sending, outcome } = useOperation<Input, SavedViewOutcome, Target>({
    action: ({ created, ...command }) =>
      created ? actions.save({ ...command, ...created }) : actions.change(command),
    target: { installId, viewId },
    onOutcome: ({ code }) => {
      if (code !== 'saved') return;
      onSaved();
      onClose();
    },
  });
  const submit = () => {
    setIsEmpty(name.trim() === '');
    if (name.trim() === '') return;
    void send({ name, created: view ? null : { ...fresh, isShared: who === 'shared' } });
  };
  const isTaken = !sending && outcome?.code === 'name_taken';
  const problem = sending || isTaken || !outcome || outcome.code === 'saved' ? null : outcome.code;
  return (
    <FormDialog
      onClose={onClose}
      title={t(view ? 'renameTitle' : 'saveTitle')}
      cancel={t('cancel')}
      submit={t('confirm')}
      pending={sending}
      onSubmit={submit}
    >
      <Field label={t('name')} error={isEmpty ? t('noName') : isTaken ? t('problem.name_taken') : undefined}>
        {(control) => (
          <Input
            {...control}
            maxLength={viewNameLengthMax}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setIsEmpty(false);
            }}
          />
        )}
      </Field>
      {!view &&
        (canOwn ? (
          <ChoiceCards<Who>
            label={t('who')}
            value={who}
            onChange={setWho}
            className="sm:grid-cols-2"
            choices={[
              { value: 'own', title: t('own'), detail: t('ownDetail') },
              { value: 'shared', title: t('shared'), detail: t('sharedDetail') },
            ]}
          />
        ) : (
          <p className="text-sm text-ink-soft">{t('sharedOnly')}</p>
        ))}
      {problem && (
        <div role="alert">
          <FieldError>{problem === 'no_right' ? roleText : t(`problem.${problem}`)}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}
