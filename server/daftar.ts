import path from 'node:path';
import { pathToFileURL } from 'node:url';

/* `node dist/daftar.js PROGRAM` starts one of the compiled programs in this process, with the arguments after PROGRAM.
   This file is the entry point of the image, so one image can run the app, the worker and the commands for operating a
   deployment. */

/**
 * The compiled programs, which are in the same folder as daftar.js. The sandbox exists only in the image of the demo.
 */
const names = [
  'app',
  'worker',
  'migrate',
  'doctor',
  'ops',
  'rotate-keys',
  'backup',
  'check-backup',
  'resume-backup',
  'sandbox',
];

const [, self = '', name = ''] = process.argv;
if (!names.includes(name)) {
  console.error(`Usage: node ${path.basename(self)} PROGRAM, where PROGRAM is one of: ${names.join(', ')}`);
  process.exit(2);
}
const program = path.join(path.dirname(self), `${name}.js`);
// Next and the doctor look for the build and the migrations in the current folder. So the current folder is
// set to the parent folder of `dist`.
process.chdir(path.dirname(path.dirname(self)));
// Removes the program's name from the arguments. The arguments and the program's path are then the same as if Node had
// started the program directly.
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
