import { readSettings } from '../settings.ts';

/** Read by the process itself, before the settings. */
const beside = ['TESTIGO_LOG'];

/** Every name that a start looks at. */
export function lookedSettings(): Set<string> {
  return new Set([
    ...looked({}),
    ...looked({
      TESTIGO_TSA_URLS: 'https://tsa.example',
      TESTIGO_TSA_ANCHORS: 'anchors',
      TESTIGO_ANCHOR_RPC: 'https://node.example',
      TESTIGO_ANCHOR_NETWORK: '1',
      TESTIGO_ANCHOR_KEY_FILE: 'key',
    }),
    ...beside,
  ]);
}

/** The names that are looked at with these, which make further ones be looked at. */
function looked(environment: Record<string, string>): Set<string> {
  const names = new Set<string>();
  readSettings(
    new Proxy(environment, {
      get(target, name) {
        names.add(String(name));
        return target[String(name)];
      },
    }),
  );
  return names;
}
