/** A wrong use of a command by the developer. Only its message is printed, without a stack trace. */
export class UsageError extends Error {}

/**
 * Runs a command of the developer. If it throws a UsageError, or if `parseArgs` refuses an option, only the message is
 * printed, and the exit code is 2.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
    if (!isUsage) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
