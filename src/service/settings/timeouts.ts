import type { ReadInteger } from './read-setting.ts';

/**
 * Milliseconds that a connection is waited for: until the headers are there, until the request is, without a byte either
 * way, between two requests (Rule ST-21).
 */
export interface ConnectionTimes {
  readonly headersTime: number;
  readonly requestTime: number;
  readonly silence: number;
  /** Proxies keep theirs for 60 s and end them first, so that none sends a request into a connection that just ended. */
  readonly idle: number;
}

export const usualTimes: ConnectionTimes = {
  headersTime: 20_000,
  requestTime: 30_000,
  silence: 60_000,
  idle: 75_000,
};

export function readConnectionTimes(readInteger: ReadInteger): ConnectionTimes {
  const read = (name: string, usual: number, most: number): number =>
    readInteger(`TESTIGO_TIMEOUT_${name}`, usual / 1000, 1, most) * 1000;
  const requestTime = read('REQUEST', usualTimes.requestTime, 3600);
  return {
    requestTime,
    // Headers are a part of their request.
    headersTime: read('HEADERS', Math.min(usualTimes.headersTime, requestTime), requestTime / 1000),
    silence: read('SILENCE', usualTimes.silence, 3600),
    idle: read('IDLE', usualTimes.idle, 3600),
  };
}
