/**
 * A part of the app that is no longer on the server means that a newer build was published while this page
 * was open. The next navigation then loads the page anew, once, instead of asking for more parts of a build
 * that is gone.
 */
let stale = false;

export function noteStaleBuild(): void {
  stale = true;
}

export function isStaleBuild(): boolean {
  return stale;
}

/** Whether an error is a part of the app that did not come, in the words of the browsers. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
      error.message,
    )
  );
}
