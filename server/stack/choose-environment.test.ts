import { describe, expect, it } from 'vitest';
import { chooseEnvironment } from './choose-environment';

const running = {
  name: 'dev',
  pid: 123,
  appUrl: 'http://localhost:3000',
  sandboxUrl: 'http://127.0.0.1:4000',
  env: { APP_URL: 'http://localhost:3000' },
} as const;

describe('the environment that a tool examines', () => {
  it('is the environment of the running stack when the process has no settings', () => {
    expect(chooseEnvironment({ PATH: '/bin', APP_URL: '', PORT: '3001' }, running)).toEqual({
      title: 'the development stack (pid 123, http://localhost:3000)',
      variables: running.env,
    });
  });

  it.each(['APP_URL', 'DATABASE_URL', 'ENCRYPTION_KEYS', 'PLATFORM_CLIENT_ID'])(
    "is the process's own environment when %s is set, even if a stack runs",
    (name) => {
      expect(chooseEnvironment({ [name]: 'x' }, running)).toEqual({
        title: "this process's environment",
        variables: {},
      });
    },
  );

  it('is undefined when nothing is set and no stack runs', () => {
    expect(chooseEnvironment({ PATH: '/bin' }, undefined)).toBeUndefined();
  });
});
