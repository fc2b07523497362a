import path from 'node:path';

/** Folder of what the processes of integration tests print. */
export const testLogs: string = path.resolve(import.meta.dirname, '../../../.data/test-logs');
