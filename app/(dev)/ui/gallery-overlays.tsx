'use client';

import { Copy, Pencil, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Menu } from '@/components/ui/overlay/menu';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useToast } from '@/components/ui/feedback/toast';
import type { Sample } from './sample';

/**
 * Gallery section with dialogs, menus and toasts. It also shows a sequence: a menu opens a dialog, and the dialog shows
 * a toast with Undo.
 */
export function GalleryOverlays({ sample }: { sample: Sample }) {
  const [openDialog, setOpenDialog] = useState<'question' | 'long' | null>(null);
  const toast = useToast();
  const close = () => setOpenDialog(null);
  const remove = () => {
    close();
    toast({
      text: sample.removed,
      action: { label: sample.undo, onPress: () => toast({ text: sample.undone }) },
    });
  };
  const entries: MenuEntry[] = [
    { key: 'edit', label: sample.entries[0], icon: <Pencil aria-hidden />, href: '#edit' },
    { key: 'copy', label: sample.entries[1], icon: <Copy aria-hidden />, detail: sample.detail },
    {
      key: 'print',
      label: sample.entries[2],
      icon: <Printer aria-hidden />,
      disabled: true,
      detail: sample.off,
    },
    {
      key: 'remove',
      label: sample.entries[3],
      icon: <Trash2 aria-hidden />,
      danger: true,
      divided: true,
      onSelect: () => setOpenDialog('question'),
    },
  ];
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpenDialog('question')}>{sample.open}</Button>
      <Button onClick={() => setOpenDialog('long')}>{sample.openLong}</Button>
      <Menu label={sample.actions} entries={entries} />
      <Menu label={sample.actions} labelHidden variant="quiet" entries={entries} />
      <Button onClick={remove}>{sample.notify}</Button>
      <Button onClick={() => toast({ tone: 'bad', text: sample.long })}>{sample.error}</Button>
      <Dialog
        open={openDialog === 'question'}
        onOpenChange={close}
        title={sample.question}
        description={sample.detail}
        actions={
          <>
            <Button onClick={close}>{sample.cancel}</Button>
            <Button variant="danger" onClick={remove}>
              {sample.remove}
            </Button>
          </>
        }
      />
      <Dialog
        open={openDialog === 'long'}
        onOpenChange={close}
        title={sample.long}
        actions={
          <Button variant="primary" onClick={close}>
            {sample.press}
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          {[...Array(12).keys()].map((line) => (
            <Field key={line} label={sample.label}>
              {(field) => <Input {...field} defaultValue={sample.text} />}
            </Field>
          ))}
        </div>
      </Dialog>
    </div>
  );
}
