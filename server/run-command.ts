/** Error for a wrong use of a command by the developer. Its message is printed without a stack trace. */
export class UsageError extends Error {}

/**
 * Runs a command of the developer. If it throws a UsageError, or if `parseArgs` refuses an option, its message is
 * printed without a stack trace. The exit code is then 2.
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
