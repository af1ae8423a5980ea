/**
 * Every visible string, typed. The catalogues are `src/i18n/<locale>/<area>.json`; they are compiled
 * (`npm run messages`) to functions, so that a missing key is a type error and unused words are dropped.
 */
export * as m from './compiled/messages.js';
export { overwriteGetLocale } from './compiled/runtime.js';
export type { Locale } from './compiled/runtime.js';
