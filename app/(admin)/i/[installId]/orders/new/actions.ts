'use server';

import { headers } from 'next/headers';
import { requireInstall } from '@/lib/installs/require-install.server';
import { createOrder } from '@/lib/orders/create-order.server';
import { CreateOrderCommand, type CreateOrderOutcome } from '@/lib/orders/create-order';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import { isOwnOrigin } from '@/lib/system/origin';

/** The form's button: parse, the one door, the use case. What it returns is all the browser learns. */
export async function createOrderAction(command: unknown): Promise<CreateOrderOutcome> {
  if (!isOwnOrigin(await headers())) throw new Error('foreign origin');
  const parsed = CreateOrderCommand.safeParse(command);
  if (!parsed.success)
    return {
      code: 'invalid',
      status: 400,
      fields: parsed.error.issues.map(({ path, message }) => ({
        path: (path[0] === 'order' ? path.slice(1) : path).join('.'),
        message,
      })),
    };
  const door = await requireInstall(parsed.data.installId);
  if (!door.ok) {
    const status = door.refusal.code === 'not_found' ? 404 : 401;
    return { code: door.refusal.code, status } as CreateOrderOutcome;
  }
  try {
    return await createOrder(door.context, parsed.data);
  } catch (error) {
    if (error instanceof ReconnectRequired) return { code: 'reconnect', status: 401 };
    throw error;
  }
}
