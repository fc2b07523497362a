'use client';

import { Inbox } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { SaveBar } from '@/components/ui/form/save-bar';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { UndoBar } from '@/components/ui/feedback/undo-bar';
import type { Sample } from './sample';

const noUndo = {
  start: () => undefined,
  undo: () => undefined,
  wasLost: false,
  dismissLost: () => undefined,
};

/**
 * Gallery section with what a screen can show instead of its content: empty, loading, failed, a message, unsaved
 * changes.
 */
export function GalleryStates({ sample }: { sample: Sample }) {
  const form = useId();
  const stay = (event: FormEvent) => event.preventDefault();
  return (
    <>
      {(['info', 'good', 'warn', 'bad'] as const).map((tone) => (
        <Banner key={tone} tone={tone} title={sample.sentence} actions={<Button>{sample.press}</Button>}>
          {sample.long}
        </Banner>
      ))}
      <EmptyState
        icon={<Inbox />}
        title={sample.empty}
        actions={<Button variant="primary">{sample.press}</Button>}
      >
        {sample.detail}
      </EmptyState>
      <ReadProblem error={new Error('sample')} onRetry={() => undefined} />
      {[{ secondsLeft: 4 }, { secondsLeft: null, wasLost: true }].map((state, index) => (
        <UndoBar key={index} undoWindow={{ ...noUndo, ...state }} onUndone={() => undefined}>
          {sample.sentence}
        </UndoBar>
      ))}
      <ProgressBar label={sample.sentence} />
      <Skeleton className="h-5 w-40" />
      {[{}, { pending: true }, { error: sample.long }].map((state, index) => (
        <form key={index} id={`${form}-${index}`} onSubmit={stay}>
          <SaveBar form={`${form}-${index}`} onDiscard={() => undefined} {...state} />
        </form>
      ))}
    </>
  );
}
