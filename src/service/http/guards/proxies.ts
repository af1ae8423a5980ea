import { BlockList, isIP } from 'node:net';
import { ServiceError } from '../../service-error.ts';
import { networkOf } from './peer.ts';

/** The proxies in front of the service that are believed (Rule ST-47). */
export interface TrustedProxies {
  /** Whether an address is one of them. */
  includes(address: string): boolean;
  /**
   * Who called: the address of the connection, or what a trusted proxy says of it. Each proxy adds at the end of
   * X-Forwarded-For the address from which a request came to it, so the last one that is no trusted proxy is the caller.
   */
  callerOf(address: string, forwardedFor: string | null): string;
}

/** @param networks addresses and networks such as `10.0.0.0/8` */
export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const includes = (address: string): boolean => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
  return {
    includes,
    callerOf(address, forwardedFor) {
      let caller = address;
      for (const entry of (forwardedFor ?? '').split(',').toReversed()) {
        if (!includes(caller)) return caller;
        const earlier = plainAddress(entry.trim());
        if (earlier === undefined) return caller;
        caller = earlier;
      }
      return caller;
    },
  };
}

/** An address without brackets, port or the prefix of IPv4 in IPv6; undefined where it is none. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  const address = (mapped ?? bare).split('%')[0] ?? '';
  return isIP(address) === 0 ? undefined : address;
}

/** Runs a request of a caller, and counts it until `sent`, or without that until it is answered. */
export type CallerGate = <T>(caller: string, answer: () => Promise<T>, sent?: Promise<unknown>) => Promise<T>;

/**
 * Runs requests of one caller behind a trusted proxy, no more at once than one address may have connections: those of
 * the proxy itself are shared by all of its callers (Rule ST-42).
 *
 * @param most 0 is no limit
 */
export function createCallerGate(most: number): CallerGate {
  const counts = new Map<string, number>();
  return async (caller, answer, sent) => {
    const network = networkOf(caller);
    const count = counts.get(network) ?? 0;
    if (most > 0 && count >= most)
      throw new ServiceError('too-many-requests', `This address has ${most} requests under way already.`, {
        rule: 'ST-42',
        retryAfter: 1,
      });
    counts.set(network, count + 1);
    const release = (): void => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    };
    try {
      return await answer();
    } finally {
      if (sent) void sent.then(release);
      else release();
    }
  };
}
