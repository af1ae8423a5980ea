/**
 * Every visible string, typed. The catalogues are `src/words/<locale>/<area>.json`; they are compiled
 * (`npm run words`) to functions, so that a missing key is a type error and unused words are dropped.
 */
export * as m from './compiled/messages.js';
export { overwriteGetLocale } from './compiled/runtime.js';
export type { Locale } from './compiled/runtime.js';
