'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';

/** A screen broke, or its reads did: says so, and tries again from the server. */
export default function InstallError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ReadProblem heading="h1" error={error} onRetry={retry} />;
}
