import { z } from 'zod';
import { PlatformId } from './ids';
import { Text } from './text';
import { openEnum, Timestamp } from './common';

/**
 * Reasons that an app may give for a stock movement (platform: POST /inventory/movements). Movements of the platform
 * itself have other reasons too, such as sale.
 */
export const movementReasons = ['correction', 'initial', 'return', 'damage'] as const;

/** A stock movement. Stock movements are only added, never changed or deleted. platform: Movement. */
export const Movement = z.object({
  id: PlatformId,
  sequence: z.int(),
  variant_id: PlatformId,
  location_id: PlatformId,
  delta: z.int(),
  stock_after: z.int(),
  reason: openEnum(movementReasons),
  occurred_at: Timestamp,
});
export type Movement = z.infer<typeof Movement>;

/** Body of POST /inventory/movements. It contains a change of stock, never an absolute stock (INV-2). */
export const CreateMovementBody = z.strictObject({
  variant_id: Text.min(1).max(128),
  location_id: Text.min(1).max(128),
  delta: z.int().refine((delta) => delta !== 0, 'must change something'),
  reason: z.enum(movementReasons),
  note: Text.max(1000).nullable().optional(),
});
export type CreateMovementBody = z.output<typeof CreateMovementBody>;
