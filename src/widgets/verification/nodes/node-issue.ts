import { readNodeAddress, type NodeFault, type RpcNodeAddress } from './node-address.ts';

/**
 * What is wrong with what was written to name a node.
 *
 * @param nodes that are named already: of each network every host once
 * @param network as it was chosen, undefined where that is no network
 */
export function nodeFaultOf(
  nodes: readonly RpcNodeAddress[],
  network: number | undefined,
  address: string,
): NodeFault | 'repeated' | undefined {
  const read = readNodeAddress(address);
  if ('fault' in read) return read.fault;
  return nodes.some((node) => node.network === network && new URL(node.url).host === read.host)
    ? 'repeated'
    : undefined;
}
