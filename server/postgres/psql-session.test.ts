import { describe, expect, it } from 'vitest';
import { psqlSession } from './psql-session';

const system = { name: 'daftar_system' } as const;

describe('a psql session', () => {
  it('has its role from the start', () => {
    const { env } = psqlSession('postgresql://daftar@db/daftar', system);
    expect(env).toEqual({ PGOPTIONS: '-c role=daftar_system' });
  });

  it('with an install has the tenant role and the install id, with spaces escaped', () => {
    const { env } = psqlSession('postgresql://db/daftar', { name: 'daftar_app', installId: 'in s\\t' });
    expect(env.PGOPTIONS).toBe('-c role=daftar_app -c daftar.install_id=in\\ s\\\\t');
  });

  it('passes the password in the environment, never as an argument', () => {
    const { url, env } = psqlSession('postgresql://daftar:p%40ss@db:5433/daftar', system);
    expect(url).toBe('postgresql://daftar@db:5433/daftar');
    expect(env.PGPASSWORD).toBe('p@ss');
  });

  it('keeps the parameters that libpq knows and drops those of Prisma', () => {
    const { url } = psqlSession(
      'postgresql://db/x?schema=public&sslmode=no-verify&connection_limit=5',
      system,
    );
    expect(url).toBe('postgresql://db/x?sslmode=require');
  });

  it('keeps the options of the connection string and of the environment', () => {
    const { url, env } = psqlSession('postgresql://db/x?options=-c%20work_mem%3D8MB', system, '-c jit=off');
    expect(url).toBe('postgresql://db/x');
    expect(env.PGOPTIONS).toBe('-c jit=off -c work_mem=8MB -c role=daftar_system');
  });
});
