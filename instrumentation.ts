import type { Instrumentation } from 'next';

/**
 * Next calls this function once, before the first request. If an environment variable is invalid, the process ends here
 * with an error that names the variable and the fix.
 *
 * Next also compiles this file for the Edge runtime, in which Node's modules do not exist. The condition on
 * NEXT_RUNTIME leaves the imports out of that build.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { prepareProcess } = await import('@/lib/system/process/next-hooks');
  prepareProcess();
}

/** Next calls this function for each error of a page, an action or a route. */
export const onRequestError: Instrumentation.onRequestError = async (...report) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logRequestError } = await import('@/lib/system/process/next-hooks');
  await logRequestError(...report);
};
