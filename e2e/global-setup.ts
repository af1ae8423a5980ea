// Playwright takes the default export.
export { prepareData as default } from './prepared-data.ts';
