'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import { installPath } from '@/lib/shared/install-path';

/** Response of the server action that starts a bulk run. The type has only the fields that are used here. */
type StartOutcome = { code: string; run?: { runId: string }; waitSeconds?: number };

type CheckedRunOptions<Input, Found, Work> = {
  installId: string;
  /**
   * Server action that checks a bulk run (one action on many records). It returns a preview, or an error code if it
   * could not check the run. It never records anything.
   */
  check: (input: Input) => Promise<{ found: Found } | { code: string; waitSeconds?: number }>;
  /** Server action that starts the bulk run. `commandOf` makes the input of the action. */
  start: (command: { installId: string; operationId: string } & Work) => Promise<StartOutcome>;
  commandOf: (input: Input, found: Found) => Work;
};

/**
 * Starts a bulk run in two steps. In the first step the server checks the request and returns a preview. The second
 * step starts exactly the checked request. The page of the run then shows its progress.
 */
export function useCheckedRun<Input, Found, Work extends object>(
  options: CheckedRunOptions<Input, Found, Work>,
) {
  const { installId, start, commandOf } = options;
  const router = useRouter();
  const [checked, setChecked] = useState<{ input: Input; found: Found } | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [problem, setProblem] = useState<{ code: string; waitSeconds?: number } | null>(null);
  const operation = useOperation<Work, StartOutcome>({
    action: start,
    target: { installId },
    onOutcome: (outcome) => {
      if (outcome.code !== 'done' || !('run' in outcome) || !outcome.run) return;
      router.push(installPath(installId, `/runs/${outcome.run.runId}`));
      return 'leaving';
    },
  });
  return {
    found: checked?.found ?? null,
    /** The request that the server checked. The form may have changed after the request was sent. */
    checked: checked?.input ?? null,
    isChecking,
    isStarting: operation.sending,
    /** True if the run may have been started, although the server did not confirm the start. */
    isOutcomeUnknown: operation.isOutcomeUnknown,
    runId: operation.operationId,
    /** Reason why the server did not check the request, or did not start the bulk run. */
    outcome: problem ?? (checked ? operation.outcome : null),
    /**
     * Sends the request to the server to be checked. Returns true if the preview of this request is now shown. If the
     * caller checks another request later, that request replaces the checked request.
     */
    check: async (input: Input): Promise<boolean> => {
      if (isChecking) return false;
      setIsChecking(true);
      setProblem(null);
      const answer = await options.check(input).catch(() => ({ code: 'unchecked' }));
      setIsChecking(false);
      if ('found' in answer) setChecked({ input, found: answer.found });
      else setProblem(answer);
      return 'found' in answer;
    },
    back: () => {
      setProblem(null);
      setChecked(null);
    },
    start: () => {
      setProblem(null);
      if (checked) void operation.send(commandOf(checked.input, checked.found));
    },
  };
}
