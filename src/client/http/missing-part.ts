/**
 * Whether an error is a part of the app that did not come, in the words of the browsers. A browser remembers that it did
 * not: it comes only to a page that is loaded anew.
 */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
      error.message,
    )
  );
}
