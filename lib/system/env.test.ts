import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv } from '@/lib/system/env';

const good = {
  APP_URL: 'https://daftar.example.com',
  PLATFORM_API_URL: 'https://api.platform.example/v1',
  PLATFORM_ISSUER: 'https://platform.example',
  PLATFORM_ADMIN_ORIGIN: 'https://admin.platform.example',
  PLATFORM_CLIENT_ID: 'daftar',
  PLATFORM_CLIENT_SECRET: 'shhh-shhh-shhh',
  DATABASE_URL: 'postgresql://daftar:x@db.example.com/daftar',
  NEXTAUTH_SECRET: 'n'.repeat(32),
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
};

describe('parseEnv refuses an invalid environment and names the variable', () => {
  it('a complete environment is production by default', () => {
    expect(parseEnv(good)).toMatchObject({ DAFTAR_MODE: 'production', PORT: 3000, MAX_CONNECTIONS: 4_000 });
  });

  it.each([
    ['APP_URL', undefined],
    ['APP_URL', 'daftar.example.com'],
    ['APP_URL', 'https://daftar.example.com/'],
    ['APP_URL', 'https://daftar.example.com/app'],
    ['APP_URL', 'http://daftar.example.com'],
    ['APP_URL', 'https://localhost:3000'],
    ['PLATFORM_API_URL', 'http://127.0.0.1:4000/v1'],
    ['PLATFORM_API_URL', 'https://api.platform.example/v1/'],
    ['PLATFORM_API_URL', 'ftp://api.platform.example'],
    ['PLATFORM_ISSUER', 'https://127.0.0.1'],
    ['PLATFORM_ISSUER', 'https://[::1]'],
    ['PLATFORM_ADMIN_ORIGIN', 'https://sandbox.localhost'],
    ['PLATFORM_ADMIN_ORIGIN', ''],
    ['PLATFORM_CLIENT_ID', undefined],
    ['PLATFORM_CLIENT_SECRET', ''],
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', 'mysql://db/daftar'],
    ['DATABASE_DIRECT_URL', 'db'],
    ['NEXTAUTH_SECRET', 'short'],
    ['ENCRYPTION_KEYS', undefined],
    ['ENCRYPTION_KEYS', 'k1'],
    ['ENCRYPTION_KEYS', 'k1:AAAA'],
    ['ENCRYPTION_KEYS', `${good.ENCRYPTION_KEYS},${good.ENCRYPTION_KEYS}`],
    ['TRUSTED_PROXIES', '-1'],
    ['MAX_CONNECTIONS', '0'],
    ['PORT', '99999'],
    ['DAFTAR_MODE', 'dev'],
    ['NODE_ENV', 'development'],
    ['XRAY', 'yes'],
    ['LOG_SQL', 'true'],
  ])('%s=%s is refused and the message names the variable', (name, value) => {
    const broken = () => parseEnv({ ...good, [name]: value });
    expect(broken).toThrow(EnvError);
    expect(broken).toThrow(new RegExp(`^  ${name}: `, 'm'));
  });

  it('XRAY is on outside production and off in production, unless it is set', () => {
    const demo = { ...good, DAFTAR_MODE: 'demo' };
    expect([good, demo].map((source) => parseEnv(source).XRAY)).toEqual(['off', 'on']);
    expect(parseEnv({ ...good, XRAY: 'on' }).XRAY).toBe('on');
    expect(parseEnv({ ...demo, XRAY: 'off' }).XRAY).toBe('off');
  });

  it('the message never repeats a value, which may be a secret', () => {
    const secret = 'a-secret-too-short';
    expect(() => parseEnv({ ...good, NEXTAUTH_SECRET: secret })).not.toThrow(secret);
  });

  it('demo mode accepts the sandbox on loopback; production refuses it', () => {
    const local = { APP_URL: 'http://localhost:3000', PLATFORM_API_URL: 'http://127.0.0.1:4000/v1' };
    expect(parseEnv({ ...good, ...local, DAFTAR_MODE: 'demo' }).APP_URL).toBe('http://localhost:3000');
    expect(() => parseEnv({ ...good, ...local })).toThrow(EnvError);
  });

  it('development needs both variables, so that no deployment runs it by accident', () => {
    const both = { ...good, DAFTAR_MODE: 'development', NODE_ENV: 'development' };
    expect(parseEnv(both).DAFTAR_MODE).toBe('development');
    for (const half of [
      { ...both, NODE_ENV: 'production' },
      { ...both, NODE_ENV: undefined },
      { ...both, DAFTAR_MODE: 'production' },
      { ...both, DAFTAR_MODE: undefined },
    ])
      expect(() => parseEnv(half)).toThrow(/^ {2}NODE_ENV: must be development when/m);
  });
});
