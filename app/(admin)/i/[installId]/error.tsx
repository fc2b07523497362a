'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';

/** Shown if a screen or its reads fail. The button tries again on the server. */
export default function InstallError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ReadProblem heading="h1" error={error} onRetry={retry} />;
}
