/** RPC exchanges from JSON, as they stand in case files and in files that a reader hands over. */
import { count, list, place, required, text } from '../encoding/fields.ts';
import { readInstant } from '../encoding/instant.ts';
import type { Json } from '../encoding/json.ts';
import type { RpcExchange } from '../chain/rpc.ts';

const maxExchanges = 20_000;

export function readExchanges(value: Json | undefined, name: string): RpcExchange[] {
  const items = list(place({ items: value ?? [] }, name), 'items', maxExchanges) ?? [];
  return items.map((item, index) => {
    const at = place(item, `${name}[${index}]`);
    const error = text(at, 'error', 1000);
    const when = required(text(at, 'at', 40), `${at.name}.at`);
    readInstant(when, `${at.name}.at`);
    return {
      network: required(count(at, 'network'), `${at.name}.network`),
      method: required(text(at, 'method', 100), `${at.name}.method`),
      params: required(list(at, 'params', 16), `${at.name}.params`),
      rpc: required(text(at, 'rpc', 300), `${at.name}.rpc`),
      at: when,
      // A result of null is an answer ("no such transaction"); no member at all is none.
      ...(at.object.result !== undefined && { result: at.object.result }),
      ...(error !== undefined && { error }),
    };
  });
}
