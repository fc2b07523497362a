import { describe, expect, it } from 'vitest';
import { createStatementNames } from './statement-names';

const use = (nameOf: ReturnType<typeof createStatementNames>, sql: string, times: number) =>
  Array.from({ length: times }, () => nameOf({ sql })).at(-1);

describe('createStatementNames', () => {
  it('gives a statement a name at its fifth use, and keeps the name', () => {
    const nameOf = createStatementNames();
    expect(use(nameOf, 'SELECT 1', 4)).toBe('');
    expect(use(nameOf, 'SELECT 1', 1)).toBe('s1');
    expect(use(nameOf, 'SELECT 2', 5)).toBe('s2');
    expect(use(nameOf, 'SELECT 1', 10)).toBe('s1');
  });

  it('gives at most 200 statements a name', () => {
    const nameOf = createStatementNames();
    const names = Array.from({ length: 300 }, (_, n) => use(nameOf, `SELECT ${n}`, 5));
    expect(new Set(names.slice(0, 200)).size).toBe(200);
    expect(names.slice(200).every((name) => name === '')).toBe(true);
    expect(use(nameOf, 'SELECT 0', 1)).toBe('s1');
  });

  it('gives no name to a SET LOCAL, because on a Citus cluster each install has its own', () => {
    const nameOf = createStatementNames();
    expect(use(nameOf, `SET LOCAL daftar.install_id = 'inst_1'`, 10)).toBe('');
    expect(use(nameOf, 'SELECT 1', 5)).toBe('s1');
  });

  it('counts at most 1,000 statements, and still names a frequent one', () => {
    const nameOf = createStatementNames();
    for (let n = 0; n < 2_500; n += 1) use(nameOf, `SELECT ${n}`, 4);
    expect(use(nameOf, 'SELECT 9999', 5)).toBe('s1');
  });
});
