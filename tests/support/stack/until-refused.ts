/**
 * Sends requests until one is refused with 429. Returns the refusal, and how many requests were served before it. A
 * request budget fills up again while a slow machine sends, so tests must not expect the refusal at an exact number.
 *
 * `atOnce` requests are sent at the same time, so that even slow requests spend the budget faster than it fills up.
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
