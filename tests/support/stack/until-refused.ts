/**
 * Sends requests until one is refused with 429. Returns the refusal, and the number of requests that succeeded before
 * it. The request budget refills while a slow machine sends, so this number may be higher than the budget.
 *
 * The function sends `atOnce` requests at the same time, so that even slow requests spend the budget faster than it
 * refills.
 */
export async function untilRefused<Answer extends { status: number }>(
  send: (index: number) => Promise<Answer>,
  { atMost, atOnce = 1 }: { atMost: number; atOnce?: number },
): Promise<{ served: number; refused: Answer }> {
  for (let served = 0; served < atMost; ) {
    const group = Array.from({ length: atOnce }, (_, offset) => send(served + offset));
    const answers = await Promise.all(group);
    const refused = answers.find(({ status }) => status === 429);
    served += answers.filter(({ status }) => status !== 429).length;
    if (refused) return { served, refused };
  }
  throw new Error(`none of ${atMost} was refused`);
}
