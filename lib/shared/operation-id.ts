import { z } from 'zod';

/**
 * Id of an operation (a write to the platform), made by the form (crypto.randomUUID). If the same id is submitted
 * again, it means the same operation, so a double click is one write.
 */
export const OperationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof OperationId>;
