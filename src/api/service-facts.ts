import { tabStore } from './store/preferences.ts';

/** What one service was found to take, by its own answers. Holds neither keys nor data. */
interface Facts {
  /** The form in which it takes content (Rule SR-6). */
  readonly contentForm?: 'flat' | 'wrapped';
  /** It takes changes of a request by the id in the body alone (Rule SR-4). */
  readonly updatesByBody?: boolean;
  /** Arguments that it refused, as `operation.argument`. */
  readonly refused?: readonly string[];
}

const slot = 'testigo.service-facts';

/**
 * What this tab found out about a service: what it refused once is not tried again. It is of the tab alone, so that
 * another version of the service is found out anew.
 */
export function serviceFacts(baseUrl: string) {
  const read = (): Facts => all()[baseUrl] ?? {};
  const note = (part: Facts): void => {
    const facts = { ...read(), ...part };
    tabStore.set(slot, JSON.stringify({ ...all(), [baseUrl]: facts }));
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
      const refused = new Set([...(read().refused ?? []), `${operation}.${argument}`]);
      note({ refused: [...refused] });
    },
  };
}

/** What stands in the store may be of another build or of another hand. */
function all(): Readonly<Record<string, Facts>> {
  try {
    const value = JSON.parse(tabStore.get(slot) ?? '{}') as unknown;
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
