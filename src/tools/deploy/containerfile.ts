import { readFile } from 'node:fs/promises';

/** What `Containerfile` says of a container that runs. */
export interface ImageFacts {
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Ends with 0 in a container that is healthy. */
  readonly healthCheck: readonly string[];
}

export async function readContainerfile(file: URL): Promise<ImageFacts> {
  const text = (await readFile(file, 'utf8')).replace(/\\\n\s*/g, ' ');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const [, variables = ''] = /^ENV (.*)$/m.exec(last) ?? [];
  const listAfter = (start: RegExp): string[] => {
    const [, list] = start.exec(last) ?? [];
    if (list === undefined) throw new Error(`Containerfile has no ${start.source}.`);
    return JSON.parse(list) as string[]; // the form of a command there
  };
  return {
    environment: Object.fromEntries(variables.split(' ').map((pair) => pair.split('=') as [string, string])),
    command: listAfter(/^CMD (\[.*\])$/m),
    healthCheck: listAfter(/^HEALTHCHECK .* CMD (\[.*\])$/m),
  };
}
