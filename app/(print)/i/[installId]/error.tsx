'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';

/** What is to be printed could not be read: says so, and tries again from the server. */
export default function PrintError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ReadProblem heading="h1" error={error} onRetry={retry} />;
}
