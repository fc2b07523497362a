import { expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { withdrawOrderLink } from '@/lib/orders/link/create-order-link.server';
import { WithdrawOrderLinkCommand } from '@/lib/orders/link/order-link';

const linkId = '00000000-0000-4000-8000-000000000001';
const answeredAt = '2026-11-21T10:00:00.000Z';

/** Returns the context of an install whose only order link has an answer, and a function that reads the link. */
function answeredLink() {
  const link = { id: linkId, orderId: 'ord_1', answer: 'declined', answeredAt: new Date(answeredAt) };
  let withdrawnAt: Date | null = null;
  const read = async () => ({ ...link, withdrawnAt });
  const tx = {
    $queryRaw: async () => [{ now: new Date() }],
    $executeRaw: async () => 0,
    orderLink: {
      findFirst: read,
      findUnique: read,
      update: async ({ data }: { data: { withdrawnAt: Date } }) => (withdrawnAt = data.withdrawnAt),
    },
  };
  const db = { transaction: (run: (given: typeof tx) => unknown) => run(tx) };
  return { read, context: { installId: 'inst_1', db } as unknown as InstallContext };
}

const withdraw = (context: InstallContext, seenAnswerAt?: string | null) =>
  withdrawOrderLink(
    context,
    WithdrawOrderLinkCommand.parse({ installId: 'inst_1', orderId: 'ord_1', linkId, seenAnswerAt }),
  );

it.each([undefined, null, '2026-01-01T00:00:00.000Z'])(
  'an order link with an answer is not withdrawn if the form showed another answer (%s)',
  async (seenAnswerAt) => {
    const { context, read } = answeredLink();
    const refused = { code: 'answered', status: 409, answer: 'declined', answeredAt };
    expect(await withdraw(context, seenAnswerAt)).toEqual(refused);
    expect((await read()).withdrawnAt).toBeNull();
  },
);

it.each([answeredAt, '2026-11-21T10:00:00Z'])(
  'an order link with an answer is withdrawn if the form showed this answer (%s), also by a second press',
  async (seenAnswerAt) => {
    const { context, read } = answeredLink();
    for (let press = 0; press < 2; press++)
      expect(await withdraw(context, seenAnswerAt)).toEqual({ code: 'withdrawn', status: 200 });
    expect(await read()).toMatchObject({ answer: 'declined', withdrawnAt: expect.any(Date) });
  },
);
