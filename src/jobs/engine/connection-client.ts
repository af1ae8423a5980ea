import { currentTime } from '#clock/clock.ts';
import type { Client } from '#client/http/client.ts';
import { ApiError } from '#client/http/errors.ts';

/**
 * A client whose calls end when the reader goes elsewhere: long work outlives the page that began it, and the key of
 * another service must not be sent to this one.
 */
export function limitToConnection(client: Client, isPresent: () => boolean): Client {
  return {
    ...client,
    call: (name, options) =>
      isPresent()
        ? client.call(name, options)
        : Promise.reject(
            new ApiError('cancelled', { method: '', path: '', at: currentTime().toISOString() }),
          ),
  };
}
