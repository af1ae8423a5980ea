import { baseLocale, overwriteGetLocale } from '../compiled/runtime.js';

// The language is one variable for all test files of a worker: each file starts with the base language.
overwriteGetLocale(() => baseLocale);
