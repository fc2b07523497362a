import { expect, it } from 'vitest';
import { listPlatformSettings } from '@/lib/doctor/list-platform-settings';

const required = {
  PLATFORM_API_URL: 'https://api.example/v1',
  PLATFORM_ISSUER: 'https://issuer.example/tenant',
  PLATFORM_ADMIN_ORIGIN: 'https://admin.example',
  PLATFORM_CLIENT_ID: 'client',
};

it('the doctor names the source of each setting: a variable, the metadata or an assumption', () => {
  const variables = { ...required, PLATFORM_LAUNCH_TOKEN_PARAMETER: 'jwt' };
  const endpoints = {
    authorization: { url: 'https://issuer.example/a', source: 'metadata' },
    token: { url: 'https://issuer.example/t', source: 'assumption' },
    clientAuthentication: 'client_secret_basic',
  } as const;
  expect(listPlatformSettings(variables, endpoints)).toEqual(
    expect.arrayContaining([
      { name: 'authorization endpoint', value: 'https://issuer.example/a', source: 'metadata' },
      { name: 'token endpoint', value: 'https://issuer.example/t', source: 'assumption A1' },
      { name: 'launch, token', value: 'jwt', source: 'PLATFORM_LAUNCH_TOKEN_PARAMETER' },
      { name: 'launch, install id', value: 'install_id', source: 'assumption A2' },
    ]),
  );
});

it('the doctor lists the settings even if the endpoints are not known', () => {
  expect(listPlatformSettings(required, null)).toContainEqual({
    name: 'token endpoint',
    value: 'not known',
    source: 'metadata',
  });
});
