import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A service of `compose.yaml` that runs this product. */
export interface ComposedInstance {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds between the signal to stop and the end. */
  readonly stopMs: number;
}

export interface ComposeFile {
  /** All names of services. */
  readonly names: readonly string[];
  /** Those of the image that is built here. */
  readonly instances: readonly ComposedInstance[];
}

interface Written {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build?: unknown;
        readonly environment?: Readonly<Record<string, string>>;
        readonly stop_grace_period?: string;
      }
    >
  >;
}

/**
 * `compose.yaml` as compose reads it: with merged maps and with variables in their places.
 *
 * @throws Error where a variable that must have a value has none
 */
export async function readComposeFile(
  file: URL,
  variables: Readonly<Record<string, string>>,
): Promise<ComposeFile> {
  const { services } = parse(await readFile(file, 'utf8'), { merge: true }) as Written; // the form of compose
  const valuesOf = (environment: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, interpolate(value, variables)]),
    );
  return {
    names: Object.keys(services),
    instances: Object.entries(services).flatMap(([name, service]) =>
      service.build === undefined
        ? []
        : [
            {
              name,
              environment: valuesOf(service.environment ?? {}),
              stopMs: Number.parseInt(service.stop_grace_period ?? '10s', 10) * 1000,
            },
          ],
    ),
  };
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?}`; a dollar that is written twice stands for one. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (_, name?: string, kind?: string, rest?: string) => {
      if (name === undefined) return '$';
      const value = variables[name];
      if (value) return value;
      if (kind === '-') return rest ?? '';
      throw new Error(`compose.yaml needs a value for ${name}.`);
    },
  );
}
