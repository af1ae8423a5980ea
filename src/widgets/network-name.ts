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

export function networkName(network: number | string | null | undefined): string | undefined {
  if (network == null) return undefined;
  const id = String(network);
  const name = Object.hasOwn(names, id) ? names[id] : undefined;
  return name ? `${name} (${id})` : id;
}
