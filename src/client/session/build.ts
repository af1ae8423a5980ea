/** The published build of this app: its entry script, and every part that it may load later. */
export interface PublishedBuild {
  /** Path from the root of the site, as `assets/index-abcdefgh.js`. Another build has another. */
  readonly entry: string;
  readonly parts: readonly string[];
}

/** Reads what is published now; undefined where it cannot be determined (no network, another server's page). */
export async function readPublished(fetcher: typeof fetch): Promise<PublishedBuild | undefined> {
  try {
    const response = await fetcher('/build.json', { cache: 'no-store' });
    if (!response.ok) return undefined;
    const read = (await response.json()) as { entry?: unknown; parts?: unknown } | null;
    const { entry, parts } = read ?? {};
    if (typeof entry !== 'string' || !Array.isArray(parts)) return undefined;
    return { entry, parts: parts.filter((part): part is string => typeof part === 'string') };
  } catch {
    return undefined;
  }
}
