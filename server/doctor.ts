import { createTranslator } from 'next-intl';
import { type Finding, evaluateFacts } from '@/lib/doctor/evaluate-facts';
import { listPlatformSettings } from '@/lib/doctor/list-platform-settings';
import { readDoctorFacts, readVersions } from '@/lib/doctor/read-doctor-facts.server';
import { closeDb } from '@/lib/system/db';
import { env, EnvError } from '@/lib/system/env';
import { oauthEndpoints } from 'commerce-platform-client/tokens/oauth-endpoints';
import { withBrand } from '@/lib/shared/branding/with-brand';
import { brand } from '@/brand';
import { setService } from '@/lib/system/process/process-facts';
import en from '@/messages/en.json' with { type: 'json' };
import { chooseEnvironment } from '@/server/stack/choose-environment';
import { findRunningStack } from '@/server/stack/running-stack';

/**
 * Implements `npm run doctor`: checks the environment, the database, the keys and the platform of this deployment, and
 * prints what to do. If the process has no settings, it checks the development stack or the demo that runs on this
 * machine. It exits with code 1 if something is broken or a store is stuck. `npm run ops` shows the details of stuck
 * stores.
 */
async function main(): Promise<void> {
  setService('doctor');
  const versions = readVersions();
  console.log(`${brand.name.en} ${versions.app}, Node.js ${versions.node}`);
  const chosen = chooseEnvironment(process.env, await findRunningStack());
  if (!chosen) {
    console.log(nothingToExamine);
    process.exitCode = 1;
    return;
  }
  console.log(`Examining ${chosen.title}`);
  // The environment variables of the chosen stack or deployment must be set before the first call of env(), because it
  // caches the values.
  Object.assign(process.env, chosen.variables);
  try {
    env();
    console.log('ok    The environment is valid');
    const findings = evaluateFacts(await readDoctorFacts(), new Date());
    for (const finding of findings) printFinding(finding);
    await printPlatform();
    if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    // The message of an EnvError may be printed, because it names each wrong variable and its fix, and contains no
    // values.
    console.log(`bad   ${error.message}`);
    process.exitCode = 1;
  } finally {
    await closeDb();
  }
}

/**
 * Prints the platform's URL and its names (such as its header names), each with the origin of its value. None of these
 * values is a secret.
 */
async function printPlatform(): Promise<void> {
  const endpoints = await oauthEndpoints(env()).catch(() => null);
  console.log('The platform of this deployment:');
  for (const { name, value, source } of listPlatformSettings(env(), endpoints))
    console.log(`      ${name}: ${value} (${source})`);
}

const nothingToExamine = `bad   Nothing to examine: no stack runs on this machine, and the environment has no settings
      Start one with npm run dev or npm run demo, or set the variables of .env.example.`;

const t = createTranslator({ locale: 'en', messages: withBrand(en), namespace: 'doctor' });

function printFinding({ state, code, values }: Finding): void {
  const names = values.names && state !== 'ok' ? `: ${values.names}` : '';
  console.log(`${state.padEnd(5)} ${t(`found.${code}`, values)}${names}`);
  if (state !== 'ok') console.log(`      ${t(`todo.${code as Exclude<Finding['code'], `${string}_ok`>}`)}`);
}

await main();
