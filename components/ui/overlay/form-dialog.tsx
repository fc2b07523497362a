'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import { DialogPanel, type DialogProps } from './dialog-panel';

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'children'> & {
  /** True if it is not set, for a dialog that its user mounts and unmounts. */
  open?: boolean;
  onClose: () => void;
  /** Text of the first button. The button closes the dialog, or calls `onCancel` if that is set. */
  cancel: ReactNode;
  onCancel?: () => void;
  /** Text of the button that submits the form. */
  submit: ReactNode;
  disabled?: boolean;
  pending?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The step after the form. The form stays mounted and hidden, so that its values are still there afterwards. */
  next?: { actions: ReactNode; content: ReactNode } | null;
};

/**
 * A dialog with one form, and optionally a second step. It includes the code of the dialog, so it may only be used by
 * components that are loaded lazily.
 */
export function FormDialog(props: FormDialogProps) {
  const { open = true, onClose, cancel, onCancel, submit, disabled, pending, onSubmit, next } = props;
  const formId = useId();
  return (
    <DialogPanel
      open={open}
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      actions={
        next ? (
          next.actions
        ) : (
          <>
            <Button onClick={onCancel ?? onClose}>{cancel}</Button>
            <Button variant="primary" type="submit" form={formId} disabled={disabled} pending={pending}>
              {submit}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        hidden={Boolean(next)}
        className="flex flex-col gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          // Events of a portal bubble through the component tree. Without this, the forms of the page would be
          // submitted too.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        {props.children}
      </form>
      {next?.content}
    </DialogPanel>
  );
}
