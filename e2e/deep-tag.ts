/**
 * Details of a test that is one of several like it: those that the gate leaves to `npm run deep -- browser` are tagged
 * (`variants` in playwright.config.ts).
 */
export const deepIf = (isDeep: boolean): { tag: string[] } => ({ tag: isDeep ? ['@deep'] : [] });
