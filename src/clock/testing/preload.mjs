// What `node --import` loads before anything else in a run whose clock is moved.
import { moveDate, testTimeOffset } from './move-date.mjs';

moveDate(testTimeOffset(process.env));
