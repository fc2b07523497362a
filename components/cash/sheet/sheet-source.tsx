import { useTranslations } from 'next-intl';
import { type ChangeEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { FileInput } from '@/components/ui/form/file-input';
import { TextArea } from '@/components/ui/form/input';
import { sheetMax } from '@/lib/cash/sheet/remittance-sheet';
import { readSheetFile } from './read-sheet-file';
import type { RemittanceSheetWork } from './use-remittance-sheet';

/** First step of a remittance sheet: the user pastes the sheet or chooses a file. */
export function SheetSource({ work }: { work: RemittanceSheetWork }) {
  const t = useTranslations('cashSheet');
  const [error, setError] = useState<string>();
  const [fileError, setFileError] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const read = await readSheetFile(file, sheetMax.characters);
    setFileError(read.ok ? undefined : t(`file.${read.code}`));
    setError(undefined);
    if (read.ok) work.setText(read.text);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const code =
          work.text.trim() === ''
            ? 'missingText'
            : work.text.length > sheetMax.characters
              ? 'tooLong'
              : undefined;
        setError(code && t(code));
        if (!code) void work.check();
      }}
    >
      <Field label={t('file.label')} hint={t('file.hint')} error={fileError}>
        {(control) => (
          <FileInput
            {...control}
            choose={t('file.choose')}
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(event) => void choose(event)}
          />
        )}
      </Field>
      <Field label={t('text')} hint={t('textHint')} error={error}>
        {(control) => (
          <TextArea
            {...control}
            rows={9}
            dir="ltr"
            spellCheck={false}
            placeholder={t('example')}
            className="resize-y whitespace-pre"
            value={work.text}
            onChange={(event) => {
              setError(undefined);
              work.setText(event.target.value);
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="sm:self-start"
        pending={work.busy === 'check' || work.preview !== null}
      >
        {t('check')}
      </Button>
    </form>
  );
}
