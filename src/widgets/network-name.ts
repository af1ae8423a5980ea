/** Chains that anchors and tokens are known to stand on, by EIP-155 id; others are shown by number. */
const names: Readonly<Record<string, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  8453: 'Base',
  42161: 'Arbitrum One',
  84532: 'Base Sepolia',
  421614: 'Arbitrum Sepolia',
  11155111: 'Sepolia',
};

/** The name that people use for a network; undefined: none is known. */
export function knownNetwork(network: number | string): string | undefined {
  const id = String(network);
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

/** A network by its name, or by its number where none is known. */
export function networkName(network: number | string | null | undefined): string | undefined {
  return network == null ? undefined : (knownNetwork(network) ?? String(network));
}

/** A network by its name and number, where a reader compares or enters the number. */
export function numberedNetwork(network: number | string | null | undefined): string | undefined {
  if (network == null) return undefined;
  const name = knownNetwork(network);
  return name ? `${name} (${network})` : String(network);
}
