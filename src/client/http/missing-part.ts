/**
 * Whether an error means that a part of the app could not be loaded, by the messages of browsers. A browser remembers
 * the failure, so only a reloaded page can load the part.
 */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
      error.message,
    )
  );
}
