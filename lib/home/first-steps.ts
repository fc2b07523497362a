/** The first steps of a merchant in the app, in the sequence in which the screen shows them. */
export const firstSteps = ['quote', 'message', 'order', 'shipment', 'staff'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** True for each first step that is done. The app decides this from its data; a user cannot mark a step as done. */
export type StepFacts = Record<FirstStep, boolean>;
