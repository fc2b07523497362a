import { parseArgs } from 'node:util';
import { purgeInstallNow } from '@/lib/installs/purge-uninstalled.server';
import { pauseInstall, resumeInstall, retryInstall } from '@/lib/ops/change-install.server';
import { exportInstall } from '@/lib/ops/export-install.server';
import { findProblems, storeState } from '@/lib/ops/find-problems';
import { readRefusals } from '@/lib/ops/read-refusals.server';
import { readStoreFacts } from '@/lib/ops/store-facts.server';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb } from '@/lib/system/db';
import { env, EnvError } from '@/lib/system/env';
import { onShutdown } from '@/lib/system/process/on-shutdown';
import { log } from '@/lib/system/log';
import { setService } from '@/lib/system/process/process-facts';
import { formatOverview, formatStore } from '@/server/ops/format-ops';
import { readOverview } from '@/server/ops/read-overview.server';
import { serveOps } from '@/server/ops/serve-ops';
import { chooseEnvironment } from '@/server/stack/choose-environment';
import { findRunningStack } from '@/server/stack/running-stack';

/* `npm run ops` lists all stores of this deployment, and shows which of them are stuck and why. Its subcommands act on
   one store (docs/operating.md#operating-many-stores). It exits with code 1 if a command failed. A stuck store does not
   change the exit code, because `npm run doctor` reports stuck stores. */

const usage = `npm run ops                          all stores: states, which are stuck and why, queues, refusals, versions
npm run ops -- store ID              everything about one store
npm run ops -- retry ID              makes everything that waits for a retry due now
npm run ops -- pause ID              the worker sends nothing for this store
npm run ops -- resume ID             ends the pause
npm run ops -- erase ID --now        deletes the data of a closed store now, instead of a day after it was closed
npm run ops -- serve                 serves the overview as a page on OPS_PORT, until it is stopped
npm run ops -- export ID             prints all data of a store, one JSON object on each line
Add --json to the first two for JSON.`;

/**
 * An expected error, such as a wrong argument. The message contains what to do, so it is printed without a stack trace.
 */
class CallError extends Error {}

await main().catch((error: unknown) => {
  if (!(error instanceof CallError) && !(error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  setService('ops');
  const call = readArguments(process.argv.slice(2));
  const chosen = chooseEnvironment(process.env, await findRunningStack());
  if (!chosen)
    throw new CallError(
      'No deployment: start npm run dev or npm run demo, or set the variables of .env.example.',
    );
  Object.assign(process.env, chosen.variables);
  try {
    await run(call);
  } finally {
    await closeDb();
  }
}

type Call = { command: string; installId: InstallId | null; json: boolean; now: boolean };

function readArguments(words: string[]): Call {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, now: { type: 'boolean', default: false } },
    });
    const [command = 'overview', id, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`Unknown argument: ${rest[0]}`);
    const installId = id === undefined ? null : InstallId.safeParse(id).data;
    if (installId === undefined) throw new Error(`${id} is not the id of an install`);
    return { command, installId, json: values.json, now: values.now };
  } catch (error) {
    throw new CallError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

async function run({ command, installId, json, now }: Call): Promise<void> {
  if (command === 'overview' && !installId) return showOverview(json);
  if (command === 'serve' && !installId) return servePage();
  if (!installId) throw new CallError(usage);
  switch (command) {
    case 'store':
      return showStore(installId, json);
    case 'retry':
      return say(await retryInstall(installId), (rows) => `${rows} rows of ${installId} are due now`);
    case 'pause':
      return say(
        (await pauseInstall(installId)) || null,
        () => `${installId} is paused: the worker sends nothing for it`,
      );
    case 'resume':
      return say((await resumeInstall(installId)) || null, () => `${installId} is not paused`);
    case 'erase':
      if (!now)
        throw new CallError(
          'Data of a closed store is deleted a day after it was closed. Add --now to delete it now.',
        );
      return erase(installId);
    case 'export':
      return printExport(installId);
    default:
      throw new CallError(usage);
  }
}

function say<Result>(result: Result | null, text: (result: Result) => string): void {
  if (result === null) throw new CallError('No live install has this id. npm run ops lists the stores.');
  console.log(text(result));
}

async function showOverview(json: boolean): Promise<void> {
  const overview = await readOverview();
  console.log(json ? JSON.stringify(overview) : formatOverview(overview));
}

/** Serves the page with the overview of all stores until the process gets SIGTERM or SIGINT. */
async function servePage(): Promise<void> {
  const { OPS_PORT: port, OPS_HOST: host, OPS_PASSWORD: password } = env();
  if (port === undefined || password === undefined)
    throw new CallError('Set OPS_PORT and OPS_PASSWORD (docs/operating.md#the-publishers-page).');
  log.level = env().LOG_LEVEL;
  const stop = await serveOps({ port, host, password });
  console.log(`ready ops http://${host}:${port}`);
  await new Promise<void>((resolve) =>
    onShutdown(async () => {
      await stop();
      await closeDb();
      resolve();
    }),
  );
}

async function showStore(installId: InstallId, json: boolean): Promise<void> {
  const [[facts], refusals] = await Promise.all([readStoreFacts(installId), readRefusals(installId)]);
  if (!facts) throw new CallError(`No store has the id ${installId}, or its data is erased.`);
  const store = { state: storeState(facts), problems: findProblems(facts), refusals, facts };
  console.log(json ? JSON.stringify(store) : formatStore(store));
}

async function erase(installId: InstallId): Promise<void> {
  const rows = await purgeInstallNow(installId);
  if (rows === null)
    throw new CallError(
      `${installId} is not closed, or unknown. The merchant must uninstall the app first. If that was done and not ` +
        `noticed, npm run ops -- retry ${installId} reads the installation again.`,
    );
  console.log(`${rows} rows of ${installId} deleted`);
}

async function printExport(installId: InstallId): Promise<void> {
  const rows = await exportInstall(installId);
  if (!rows) throw new CallError(`No install has the id ${installId}.`);
  for await (const row of rows)
    if (!process.stdout.write(`${JSON.stringify(row)}\n`))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
}
