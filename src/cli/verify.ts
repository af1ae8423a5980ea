#!/usr/bin/env node
/** `verify`: the entry of the command line. Importing it runs it; everything else is in `run.ts`. */
import { currentTime } from '#clock/clock.ts';
import { run } from './run.ts';

const words = process.argv.slice(2);
// The packed program is called `testigo verify …`, the script `verify …`.
const { exit, output, complaint } = await run(words[0] === 'verify' ? words.slice(1) : words, currentTime());
process.stdout.write(output);
if (complaint !== undefined) process.stderr.write(complaint);
process.exitCode = exit;
