import { PlatformError } from 'commerce-platform-client/platform-error';

/** Returns the PlatformError of a failed call. Throws if the call succeeds or fails with another error. */
export async function failure(call: Promise<unknown>): Promise<PlatformError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}
