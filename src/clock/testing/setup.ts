import { afterEach } from 'vitest';
import { setClock } from '../clock.ts';
import { moveDate, testTimeOffset } from './move-date.mjs';

// A worker that is a thread takes no part in the options of a process that starts.
moveDate(testTimeOffset(process.env));

// Files share workers, so that a clock which one test set would reach the next.
afterEach(() => setClock());
