import path from 'node:path';

/** Path of the folder for the output of the processes that integration tests start. */
export const testLogs: string = path.resolve(import.meta.dirname, '../../../.data/test-logs');
