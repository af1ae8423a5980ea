import { localPreferences, tabStore } from '#client/session/preferences.ts';
import { anchorUses } from '#proofs/pki/path/anchor-use.ts';
import { readNodeAddress, type RpcNodeAddress } from '../nodes/node-address.ts';
import { policyNames, type PinnedAnchor, type PolicyName, type Trust } from './verification-context.ts';

/**
 * By what the reader checks, as chosen in settings. Nodes are apart: their addresses may hold a key, so they live in
 * this tab's session store and nowhere else.
 */
export interface TrustSettings extends Omit<Trust, 'recipe'> {
  readonly nodes: readonly RpcNodeAddress[];
}

const slot = 'trust';
const nodeSlot = 'testigo.nodes';

let current: TrustSettings | undefined;
/** What was stored when `current` was read or written: another tab may have changed it since. */
let stored: string | null = null;
const listeners = new Set<() => void>();

export const trustSettings = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    // Another tab changed something.
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  },
  read: (): TrustSettings => {
    const text = localPreferences.get(slot);
    if (!current || text !== stored) {
      stored = text;
      current = { ...readStored(text), nodes: current?.nodes ?? readNodes(tabStore.get(nodeSlot)) };
    }
    return current;
  },
  change: (part: Partial<TrustSettings>): void => keep({ ...trustSettings.read(), ...part }),
  /** Trusts a certificate; one that is trusted for the other purpose then counts for both. */
  pin: (anchor: PinnedAnchor): void => {
    const { anchors } = trustSettings.read();
    const known = anchors.find(({ sha256 }) => sha256 === anchor.sha256);
    const use = known === undefined || known.use === anchor.use ? anchor.use : 'both';
    const others = anchors.filter((one) => one !== known);
    trustSettings.change({ anchors: [...others, { ...anchor, use }] });
  },
  /** No contract knows the roots of a range any more. */
  dropRange: (): void => {
    const { range: _dropped, ...rest } = trustSettings.read();
    keep(rest);
  },
  /** Back to what is built in: nothing of it stays stored. */
  erase: (): void => {
    localPreferences.remove(slot);
    tabStore.remove(nodeSlot);
    trustSettings.forget();
  },
  /** Forgets what is cached in memory, so that the stores are read again. */
  forget: (): void => {
    current = undefined;
    for (const listener of listeners) listener();
  },
};

function keep(settings: TrustSettings): void {
  current = settings;
  const { nodes, ...trust } = settings;
  localPreferences.set(slot, JSON.stringify(trust));
  stored = localPreferences.get(slot);
  tabStore.set(nodeSlot, JSON.stringify(nodes));
  for (const listener of listeners) listener();
}

/** What stands in the stores may be of another build or of another hand: a part that is not understood is left out. */
function readStored(text: string | null): Omit<TrustSettings, 'nodes'> {
  const found = objectOf(text);
  const range = contractOf(found.range);
  return {
    policy: policyNames.find((name) => name === found.policy) ?? ('standard' satisfies PolicyName),
    anchors: listOf(found.anchors).flatMap(anchorOf),
    endorsers: listOf(found.endorsers).flatMap((one) => {
      const contract = contractOf(one);
      const { role } = recordOf(one);
      return contract ? [{ ...contract, ...(isHex(role, 64) && { role }) }] : [];
    }),
    ...(range && { range }),
  };
}

function readNodes(text: string | null): RpcNodeAddress[] {
  return listOf(parsed(text)).flatMap((one) => {
    const { network, url } = recordOf(one);
    const address = typeof url === 'string' ? readNodeAddress(url) : undefined;
    return isNetwork(network) && address && 'url' in address ? [{ network, url: address.url }] : [];
  });
}

function anchorOf(value: unknown): PinnedAnchor[] {
  const { pem, sha256, title, use } = recordOf(value);
  if (typeof pem !== 'string' || !isHex(sha256, 64) || typeof title !== 'string') return [];
  // What was trusted before anchors had a purpose was chosen for signers; for time-stamps the user chooses anew.
  return [{ pem, sha256, title, use: anchorUses.find((one) => one === use) ?? 'signing' }];
}

function contractOf(value: unknown): { network: number; address: string } | undefined {
  const { network, address } = recordOf(value);
  return isNetwork(network) && isHex(address, 40) ? { network, address } : undefined;
}

const isNetwork = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const isHex = (value: unknown, digits: number): value is string =>
  typeof value === 'string' && new RegExp(`^(?:0x)?[0-9a-fA-F]{${digits}}$`).test(value);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const objectOf = (text: string | null): Readonly<Record<string, unknown>> => recordOf(parsed(text));

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
