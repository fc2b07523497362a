/** The first steps of a merchant in the app, in the sequence in which the screen shows them. */
export const firstSteps = ['quote', 'names', 'message', 'order', 'shipment', 'staff'] as const;
export type FirstStep = (typeof firstSteps)[number];

/**
 * True for each first step that is done. The app decides this from its data; a user cannot mark a step as done. A step
 * that is absent is not shown and not counted: the install cannot do it, or the server is of an earlier release that
 * does not know the step.
 */
export type StepFacts = Partial<Record<FirstStep, boolean>>;

/** Returns the first steps that the facts contain, in the sequence in which the screen shows them. */
export function listSteps(facts: StepFacts): { step: FirstStep; isDone: boolean }[] {
  return firstSteps.flatMap((step) => {
    const isDone = facts[step];
    return isDone === undefined ? [] : [{ step, isDone }];
  });
}
