import { describeStack, type RunningStack } from './running-stack';

type Variables = Record<string, string | undefined>;

/** Environment variables for a tool, and the name of the place where they come from. The tool prints this name. */
export interface ChosenEnvironment {
  title: string;
  /** The variables to set in addition to those of the current process. */
  variables: Variables;
}

/**
 * The variables of the app that have no default. If at least one of these variables is set, this process has the
 * environment of a deployment.
 */
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
 * Chooses the environment variables that a tool such as `npm run doctor` examines. If this process has any of the
 * required variables, its own variables are examined, so that a mistake in them is reported. If not, the variables of
 * the running stack are examined. Returns undefined if no stack is running either.
 */
export function chooseEnvironment(
  own: Variables,
  running: RunningStack | undefined,
): ChosenEnvironment | undefined {
  if (ownSettings.some((name) => own[name])) return { title: "this process's environment", variables: {} };
  return running && { title: describeStack(running), variables: running.env };
}
