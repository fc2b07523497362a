'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';

/** Shown if the data to print could not be read. The button tries again on the server. */
export default function PrintError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ReadProblem heading="h1" error={error} onRetry={retry} />;
}
