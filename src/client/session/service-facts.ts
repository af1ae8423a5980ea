import { factsSlot, tabStore } from './preferences.ts';

/** Forms that one service accepts, learnt from its answers. Contains neither keys nor data. */
interface Facts {
  /** The form in which it takes content (Rule SR-6). */
  readonly contentForm?: 'flat' | 'wrapped';
  /** It takes changes of a request by the id in the body alone (Rule SR-4). */
  readonly updatesByBody?: boolean;
  /** Arguments that it refused, as `operation.argument`. */
  readonly refused?: readonly string[];
}

const watching = new Set<() => void>();

/** Calls the listener for every new fact. @returns a function that unsubscribes it */
export function watchFacts(listener: () => void): () => void {
  watching.add(listener);
  return () => watching.delete(listener);
}

/** The arguments that a service refused of an operation, one after another: another text is another answer. */
export const refusedOf = (baseUrl: string, operation: string): string =>
  (all()[baseUrl]?.refused ?? [])
    .flatMap((name) => (name.startsWith(`${operation}.`) ? [name.slice(operation.length + 1)] : []))
    .join(' ');

/**
 * Facts that this tab learnt about a service: a refused form is not tried again. Other tabs do not share them, so that
 * another version of the service is probed anew.
 */
export function serviceFacts(baseUrl: string) {
  const read = (): Facts => all()[baseUrl] ?? {};
  const note = (part: Facts): void => {
    const facts = { ...read(), ...part };
    tabStore.set(factsSlot, JSON.stringify({ ...all(), [baseUrl]: facts }));
    for (const listener of watching) listener();
  };
  return {
    contentForm: () => read().contentForm,
    noteContentForm: (contentForm: 'flat' | 'wrapped') => {
      if (read().contentForm !== contentForm) note({ contentForm });
    },
    updatesByBody: () => read().updatesByBody === true,
    noteUpdatesByBody: (updatesByBody: boolean) => note({ updatesByBody }),
    hasRefused: (operation: string, argument: string) =>
      (read().refused ?? []).includes(`${operation}.${argument}`),
    noteRefused: (operation: string, argument: string) => {
      const refused = new Set(read().refused);
      if (refused.size !== refused.add(`${operation}.${argument}`).size) note({ refused: [...refused] });
    },
  };
}

/** Reads the facts of all services. The stored text may be of another build or edited by hand, so it is parsed. */
function all(): Readonly<Record<string, Facts>> {
  try {
    const value = JSON.parse(tabStore.get(factsSlot) ?? '{}') as unknown;
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).map(([baseUrl, facts]) => [baseUrl, factsOf(facts)]));
  } catch {
    return {};
  }
}

function factsOf(value: unknown): Facts {
  if (typeof value !== 'object' || value === null) return {};
  const { contentForm, updatesByBody, refused }: Partial<Record<keyof Facts, unknown>> = value;
  return {
    ...(contentForm === 'flat' || contentForm === 'wrapped' ? { contentForm } : {}),
    ...(typeof updatesByBody === 'boolean' ? { updatesByBody } : {}),
    ...(Array.isArray(refused)
      ? { refused: refused.filter((name): name is string => typeof name === 'string') }
      : {}),
  };
}
