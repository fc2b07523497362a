import { expect, test } from 'vitest';
import { sendInstallToNodes } from './act-on-cluster';

test('each setting for the nodes is a statement of its own, and the install id is quoted', async () => {
  const sent: string[] = [];
  await sendInstallToNodes((sql) => Promise.resolve(sent.push(sql)), "inst_'; RESET ROLE; --");
  expect(sent).toEqual([
    'SET LOCAL citus.propagate_set_commands = local',
    "SET LOCAL daftar.install_id = 'inst_''; RESET ROLE; --'",
  ]);
});
