import { describeStack, type RunningStack } from './running-stack';

type Variables = Record<string, string | undefined>;

/** An environment with a title for the terminal. */
export interface ChosenEnvironment {
  title: string;
  /** The variables to set in addition to the process's own environment. */
  variables: Variables;
}

/** The variables that have no default. If one is set, the environment is that of a deployment. */
const ownSettings = [
  'APP_URL',
  'DATABASE_URL',
  'ENCRYPTION_KEYS',
  'NEXTAUTH_SECRET',
  'PLATFORM_ADMIN_ORIGIN',
  'PLATFORM_API_URL',
  'PLATFORM_CLIENT_ID',
  'PLATFORM_CLIENT_SECRET',
  'PLATFORM_ISSUER',
];

/**
 * The environment that a tool examines. It is the process's own environment if any of these variables is set, so that a
 * mistake in it is reported and not hidden. Otherwise it is the environment of the running stack. Undefined when there
 * is neither.
 */
export function chooseEnvironment(
  own: Variables,
  running: RunningStack | undefined,
): ChosenEnvironment | undefined {
  if (ownSettings.some((name) => own[name])) return { title: "this process's environment", variables: {} };
  return running && { title: describeStack(running), variables: running.env };
}
