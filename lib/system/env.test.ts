import { describe, expect, it } from 'vitest';
import { developmentClientSecret } from '@/lib/shared/development-secret';
import { EnvError, parseBackupEnv, parseEnv, weakSettings } from '@/lib/system/env';

const good = {
  APP_URL: 'https://daftar.example.com',
  PLATFORM_API_URL: 'https://api.platform.example/v1',
  PLATFORM_ISSUER: 'https://platform.example',
  PLATFORM_ADMIN_ORIGIN: 'https://admin.platform.example',
  PLATFORM_CLIENT_ID: 'daftar',
  PLATFORM_CLIENT_SECRET: 'secret-of-the-registration-0123456789',
  DATABASE_URL: 'postgresql://daftar:x@db.example.com/daftar',
  NEXTAUTH_SECRET: 'secret-of-next-auth-0123456789abcdef',
  ENCRYPTION_KEYS: `k1:${keyFrom(1)}`,
};

function keyFrom(first: number): string {
  return Buffer.from(Array.from({ length: 32 }, (_, index) => first + index)).toString('base64');
}

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
    ['DATABASE_READ_URL', 'mysql://db/daftar'],
    ['NEXTAUTH_SECRET', 'short'],
    ['ENCRYPTION_KEYS', undefined],
    ['ENCRYPTION_KEYS', 'k1'],
    ['ENCRYPTION_KEYS', 'k1:AAAA'],
    ['ENCRYPTION_KEYS', `${good.ENCRYPTION_KEYS},k1:${keyFrom(2)}`],
    ['TRUSTED_PROXIES', '-1'],
    ['MAX_CONNECTIONS', '0'],
    ['PORT', '99999'],
    ['DAFTAR_MODE', 'dev'],
    ['NODE_ENV', 'development'],
    ['DRAIN_SECONDS', '301'],
    ['XRAY', 'yes'],
    ['REPOSITORY_URL', 'http://git.example/daftar'],
    ['REPOSITORY_URL', 'https://git.example/daftar/'],
    ['REPOSITORY_URL', 'https://git.example/daftar?a=b'],
    ['REPOSITORY_URL', 'javascript:alert(1)'],
    ['PICTURE_ORIGINS', 'https://cdn.example.com/pictures'],
    ['PICTURE_ORIGINS', 'https://cdn.example.com; script-src *'],
    ['LOG_SQL', 'true'],
    ['PREPARED_STATEMENTS', 'true'],
    ['PLATFORM_ISSUER', 'https://user@platform.example'],
    ['PLATFORM_ISSUER', 'https://user:password@platform.example'],
    ['PLATFORM_ISSUER', 'https://platform.example?'],
    ['PLATFORM_API_URL', 'https://api.platform.example/v1?a=b'],
    ['PLATFORM_API_URL', 'https://api.platform.example/v1#'],
    ['PLATFORM_API_URL', 'https://api.platform.example/v1#a'],
    ['PLATFORM_API_URL', 'https://api.platform.example/a/../v1'],
    ['PLATFORM_TOKEN_ENDPOINT', 'https://user:password@platform.example/token'],
    ['PLATFORM_TOKEN_ENDPOINT', 'https://platform.example/token#a'],
    ['PLATFORM_AUTHORIZATION_ENDPOINT', '/authorize'],
    ['PLATFORM_METADATA_URL', 'file:///etc/passwd'],
    ['PLATFORM_CLIENT_AUTHENTICATION', 'none'],
    ['PLATFORM_ADMIN_APP_PATH', 'https://evil.example/{install_id}'],
    ['PLATFORM_ADMIN_APP_PATH', '//evil.example/{install_id}'],
    ['PLATFORM_ADMIN_APP_PATH', '/apps/{secret}'],
    ['PLATFORM_ADMIN_APP_PATH', '/apps/{install_id'],
    ['PLATFORM_ADMIN_ORDER_PATH', '/orders/{install_id}'],
    ['PLATFORM_LAUNCH_TOKEN_PARAMETER', 'a&b'],
    ['PLATFORM_STORE_PARAMETER', 'a b'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OPS_PASSWORD', 'at most thirty-one characters'],
    ['ENCRYPTION_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`],
    ['ENCRYPTION_KEYS', `${good.ENCRYPTION_KEYS},k2:${Buffer.alloc(32, 'ab').toString('base64')}`],
    ['ENCRYPTION_KEYS', `${good.ENCRYPTION_KEYS},k2:${keyFrom(1)}`],
  ])('%s=%s is refused and the message names the variable', (name, value) => {
    const broken = () => parseEnv({ ...good, [name]: value });
    expect(broken).toThrow(EnvError);
    expect(broken).toThrow(new RegExp(`^  ${name}: `, 'm'));
  });

  it('each setting of another platform is accepted', () => {
    const settings = {
      PLATFORM_METADATA_URL: 'https://platform.example/.well-known/openid-configuration',
      PLATFORM_AUTHORIZATION_ENDPOINT: 'https://login.platform.example/authorize?tenant=7',
      PLATFORM_TOKEN_ENDPOINT: 'https://login.platform.example/token',
      PLATFORM_CLIENT_AUTHENTICATION: 'client_secret_post',
      PLATFORM_ADMIN_APP_PATH: '/s/{store_id}/apps/{client_id}/{install_id}?embedded=1',
      PLATFORM_ADMIN_ORDER_PATH: '/s/{store_id}/sales/{order_id}',
      PLATFORM_STORE_PARAMETER: 'shop',
      PLATFORM_LAUNCH_INSTALL_PARAMETER: 'installation',
      PLATFORM_LAUNCH_TOKEN_PARAMETER: 'jwt',
      PLATFORM_LAUNCH_RETURN_PARAMETER: 'to',
    };
    expect(parseEnv({ ...good, ...settings })).toMatchObject(settings);
  });

  it('the port of the publisher needs a password in every mode', () => {
    expect(() => parseEnv({ ...good, OPS_PORT: '9465' })).toThrow(/^ {2}OPS_PASSWORD: is not set$/m);
    const OPS_PASSWORD = 'password-of-the-page-0123456789abcdef';
    expect(parseEnv({ ...good, OPS_PORT: '9465', OPS_PASSWORD })).toMatchObject({ OPS_HOST: '127.0.0.1' });
  });

  it('two launch parameters may not have the same name', () => {
    const same = { PLATFORM_LAUNCH_TOKEN_PARAMETER: 'p', PLATFORM_LAUNCH_RETURN_PARAMETER: 'p' };
    expect(() => parseEnv({ ...good, ...same })).toThrow(/must have different names/);
  });

  it('PICTURE_ORIGINS is a list of origins, separated by spaces or commas', () => {
    expect(parseEnv(good).PICTURE_ORIGINS).toBeUndefined();
    expect(
      parseEnv({ ...good, PICTURE_ORIGINS: ' https://a.example, https://b.example ' }).PICTURE_ORIGINS,
    ).toEqual(['https://a.example', 'https://b.example']);
  });

  it('XRAY is on outside production and off in production, unless it is set', () => {
    const demo = { ...good, DAFTAR_MODE: 'demo' };
    expect([good, demo].map((source) => parseEnv(source).XRAY)).toEqual(['off', 'on']);
    expect(parseEnv({ ...good, XRAY: 'on' }).XRAY).toBe('on');
    expect(parseEnv({ ...demo, XRAY: 'off' }).XRAY).toBe('off');
  });

  it('the drain lasts 5 s in production and no time elsewhere, unless DRAIN_SECONDS is set', () => {
    const demo = { ...good, DAFTAR_MODE: 'demo' };
    expect([good, demo].map((source) => parseEnv(source).DRAIN_SECONDS)).toEqual([5, 0]);
    expect(parseEnv({ ...good, DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30);
    expect(parseEnv({ ...demo, DRAIN_SECONDS: '2' }).DRAIN_SECONDS).toBe(2);
  });

  it('S22: the message never repeats a value, which may be a secret', () => {
    const secret = 'a-secret-too-short';
    expect(() => parseEnv({ ...good, NEXTAUTH_SECRET: secret })).not.toThrow(secret);
  });

  const localHosts = [
    'localhost',
    'localhost.',
    'a.localhost',
    'a.localhost.',
    'LOCALHOST',
    'localhost.localdomain',
    'sandbox',
    'sandbox.',
    'db.internal',
    'printer.local',
    'router.lan',
    'nas.home.arpa',
    'a.test',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00::1]',
    '[fc00::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
  ];
  it.each(localHosts)('S2: production refuses the host %s in each URL', (host) => {
    const names = ['APP_URL', 'PLATFORM_API_URL', 'PLATFORM_ISSUER', 'PLATFORM_ADMIN_ORIGIN'];
    const optional = ['METADATA_URL', 'AUTHORIZATION_ENDPOINT', 'TOKEN_ENDPOINT'];
    for (const name of [...names, ...optional.map((part) => `PLATFORM_${part}`)])
      expect(() => parseEnv({ ...good, [name]: `https://${host}` }), name).toThrow(
        new RegExp(`^  ${name}: `, 'm'),
      );
  });
  it.each(localHosts)('production refuses the host %s also as URL normalizes it', (host) => {
    const url = new URL(`https://${host}`).origin;
    expect(() => parseEnv({ ...good, APP_URL: url })).toThrow('APP_URL: must be a public https address');
  });

  it.each(['shop.example.com', 'xn--p1ai.example', '172.32.0.1', '192.169.0.1', '9.9.9.9', '[2620:fe::fe]'])(
    'production accepts the public host %s',
    (host) => {
      expect(parseEnv({ ...good, APP_URL: `https://${host}` }).APP_URL).toBe(`https://${host}`);
    },
  );

  it.each([
    ['PLATFORM_CLIENT_SECRET', 's'.repeat(31)],
    ['PLATFORM_CLIENT_SECRET', developmentClientSecret],
    ['NEXTAUTH_SECRET', 'n'.repeat(32)],
    ['NEXTAUTH_SECRET', '012345678'.repeat(4)],
    ['NEXTAUTH_SECRET', good.PLATFORM_CLIENT_SECRET],
    ['NEXTAUTH_SECRET', keyFrom(1)],
    ['OPS_PASSWORD', 'o'.repeat(32)],
    ['OPS_PASSWORD', '012345678'.repeat(4)],
    ['OPS_PASSWORD', good.PLATFORM_CLIENT_SECRET],
    ['OPS_PASSWORD', good.NEXTAUTH_SECRET],
    ...[
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_READ_URL',
      'DATABASE_OWNER_URL',
      'DATABASE_BACKUP_URL',
      'LEDGER_DATABASE_URL',
    ].flatMap((name): [string, string][] => [
      [name, 'postgresql://u:p@db.example.com/daftar?sslmode=disable'],
      [name, 'postgresql://u:p@10.0.0.5/daftar?sslmode=verify-full&sslmode=disable'],
      [name, 'postgresql://u:p@localhost/daftar?host=10.0.0.5&sslmode=disable'],
      [name, 'postgresql://u:p@db.example.com/daftar?ssl=0'],
    ]),
  ])('only production refuses %s=%s', (name, value) => {
    const source = { ...good, [name]: value };
    expect(() => parseEnv(source)).toThrow(new RegExp(`^  ${name}: `, 'm'));
    expect(parseEnv({ ...source, DAFTAR_MODE: 'demo' })).toMatchObject({ [name]: value });
  });

  it.each([
    ['postgresql://u:p@db.example.com/daftar?sslmode=verify-full', 0],
    ['postgresql://u:p@127.0.0.1/daftar?sslmode=disable', 0],
    ['postgresql://u:p@[::1]/daftar', 0],
    ['postgresql://u:p@[::ffff:127.0.0.1]/daftar', 0],
    ['postgresql://u:p@localhost/daftar', 0],
    ['postgresql://u:p@localhost/daftar?host=/var/run/postgresql', 0],
    ['postgresql://u:p@db.example.com/daftar', 1],
    ['postgresql://u:p@db.example.com/daftar?sslmode=no-verify', 1],
    ['postgresql://u:p@db/daftar?sslmode=require', 1],
  ])('a database whose certificate is not checked gets a warning: %s', (DATABASE_URL, count) => {
    const weak = weakSettings(parseEnv({ ...good, DATABASE_URL }));
    expect(weak).toHaveLength(count);
    expect(weak.join()).not.toContain('u:p');
  });

  it('S2: demo mode accepts the sandbox on loopback; production refuses it', () => {
    const local = { APP_URL: 'http://localhost:3000', PLATFORM_API_URL: 'http://127.0.0.1:4000/v1' };
    expect(parseEnv({ ...good, ...local, DAFTAR_MODE: 'demo' }).APP_URL).toBe('http://localhost:3000');
    expect(() => parseEnv({ ...good, ...local })).toThrow(EnvError);
  });

  it('development mode needs DAFTAR_MODE and NODE_ENV, so that no deployment uses it by accident', () => {
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

it.each([undefined, '', 'mysql://db/daftar'])('parseBackupEnv refuses DATABASE_BACKUP_URL=%s', (url) => {
  expect(() => parseBackupEnv({ DATABASE_BACKUP_URL: url })).toThrow(/^DATABASE_BACKUP_URL must be the URL/);
});
