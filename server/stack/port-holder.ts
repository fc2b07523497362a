import { readdir, readFile, readlink } from 'node:fs/promises';

/**
 * Returns a description of the program that listens on a TCP port of this machine, such as "pid 4711: node server.js".
 * Returns undefined if the system does not report the program. Only Linux reports it, and only for the user's own
 * processes.
 */
export async function portHolder(port: number): Promise<string | undefined> {
  const inodes = await listeningInodes(port);
  if (inodes.size === 0) return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    if (await holdsSocket(pid, inodes)) return `pid ${pid}: ${await commandOf(pid)}`;
  }
  return undefined;
}

const listenState = '0A';

async function listeningInodes(port: number): Promise<Set<string>> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readOr(file, '')));
  const inodes = new Set<string>();
  for (const line of tables.join('\n').split('\n')) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    if (local?.endsWith(`:${hexPort}`) && state === listenState && inode) inodes.add(inode);
  }
  return inodes;
}

async function holdsSocket(pid: string, inodes: Set<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(
    descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  return targets.some((target) => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
}

async function commandOf(pid: string): Promise<string> {
  const command = await readOr(`/proc/${pid}/cmdline`, '');
  return command.replaceAll('\0', ' ').trim().slice(0, 200) || 'unknown command';
}

async function readOr(file: string, otherwise: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => otherwise);
}
