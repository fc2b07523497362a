'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';

/**
 * Error page, shown if a screen cannot be rendered or its data cannot be read. Its button requests the screen
 * from the server again.
 */
export default function InstallError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ReadProblem heading="h1" error={error} onRetry={retry} />;
}
