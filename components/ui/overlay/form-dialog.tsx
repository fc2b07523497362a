'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import { DialogPanel, type DialogProps } from './dialog-panel';

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'children'> & {
  /**
   * False while the dialog is closed. The default is true, for a component that mounts the dialog only while it is
   * open.
   */
  open?: boolean;
  onClose: () => void;
  /** Text of the first button. That button closes the dialog, or calls `onCancel` if it is set. */
  cancel: ReactNode;
  onCancel?: () => void;
  /** Text of the button that submits the form. */
  submit: ReactNode;
  disabled?: boolean;
  pending?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * Second step of the dialog; null or undefined during the first step. During the second step, the form is hidden but
   * still mounted. It therefore keeps its values if the user goes back.
   */
  next?: { actions: ReactNode; content: ReactNode } | null;
};

/**
 * Dialog with one form, and optionally a second step. This module includes the code of the dialog, so only components
 * that are loaded lazily should import it.
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
          // React events inside a portal bubble through the component tree. If a form contains this dialog in the
          // component tree, the event would also submit that form. stopPropagation prevents this.
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
