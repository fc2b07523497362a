import { PlatformError } from '@/lib/platform/platform-error';

/** The PlatformError with which a call fails; throws when it succeeds, or fails with something else. */
export async function failure(call: Promise<unknown>): Promise<PlatformError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}
