/** A node that the reader named. Its address may hold a key: what is shown or written of it is its host alone. */
export interface RpcNodeAddress {
  readonly network: number;
  /** https, or http to loopback. */
  readonly url: string;
}

/** Why an address is not one that may be queried. */
export type NodeFault = 'not-an-address' | 'not-https' | 'has-credentials';

/** Reads what a person typed as the address of a node. */
export function readNodeAddress(typed: string): { url: string; host: string } | { fault: NodeFault } {
  const text = typed.trim();
  if (!URL.canParse(text)) return { fault: 'not-an-address' };
  const url = new URL(text);
  if (url.username || url.password) return { fault: 'has-credentials' };
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return { fault: 'not-https' };
  return { url: url.href, host: url.host };
}
