import { z } from 'zod';

/**
 * Id of an operation (a write to the platform), made by the form (crypto.randomUUID). Submitting the same id again
 * gives the same operation.
 */
export const OperationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof OperationId>;
