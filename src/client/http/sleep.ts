/** Resolves after so many milliseconds. */
export const sleep = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
