import { ServerResponse } from 'node:http';

/** The peer of the connection by which a request came. */
export interface Peer {
  /** As the system writes it: `192.0.2.7`, `::1`, `::ffff:127.0.0.1`. */
  readonly address: string;
  /** `1.1`; a plain proxy speaks `1.0`. */
  readonly httpVersion: string;
  /** Whether it is this machine. */
  readonly isLocal: boolean;
}

/** Whether an address is one of this machine's own loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(address);
}

/**
 * What limits count by: an address of IPv4, and of IPv6 the network that one subscriber has (its first 64 bits), who
 * would otherwise have as many addresses as there are.
 */
export function networkOf(address: string): string {
  const v4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/**
 * The peer of a request that a server took; undefined for one without a connection.
 *
 * @param bindings what the server's adaptor hands over beside the request
 */
export function peerOf(
  bindings: unknown,
  isLocal: (address: string) => boolean = isLoopbackAddress,
): Peer | undefined {
  const incoming = memberOf(bindings, 'incoming');
  const address = memberOf(memberOf(incoming, 'socket'), 'remoteAddress');
  const httpVersion = memberOf(incoming, 'httpVersion');
  if (typeof address !== 'string' || typeof httpVersion !== 'string') return undefined;
  return { address, httpVersion, isLocal: isLocal(address) };
}

/**
 * When the answer to a request was sent or its connection ended; undefined where there is none. The bytes of a document
 * are still on their way when the app has answered.
 *
 * @param bindings what the server's adaptor hands over beside the request
 */
export function answerSent(bindings: unknown): Promise<void> | undefined {
  const outgoing = memberOf(bindings, 'outgoing');
  if (!(outgoing instanceof ServerResponse)) return undefined;
  if (outgoing.destroyed) return Promise.resolve();
  return new Promise((resolve) => outgoing.once('close', () => resolve()));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const forwarding =
  /^(?:forwarded|via|cdn-loop|x-real-ip|(?:\w+-)+client-?ip|x-(?:forwarded|original|envoy|amzn)(?:-.*)?|cf-.*)$/;

/** Whether a request says that somebody passed it on, or came in the version that plain proxies speak. */
export function isForwarded(request: Request, peer: Peer | undefined): boolean {
  return peer?.httpVersion === '1.0' || [...request.headers.keys()].some((name) => forwarding.test(name));
}
