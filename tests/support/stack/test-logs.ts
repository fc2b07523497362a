import path from 'node:path';

/** Folder for the output of the processes that integration tests start. */
export const testLogs: string = path.resolve(import.meta.dirname, '../../../.data/test-logs');
