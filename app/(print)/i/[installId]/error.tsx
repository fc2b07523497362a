'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';

/**
 * Error page, shown if the data to print cannot be read. Its button requests the page from the server again.
 */
export default function PrintError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ReadProblem heading="h1" error={error} onRetry={retry} />;
}
