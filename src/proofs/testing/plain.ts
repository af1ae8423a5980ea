import { readJson, type Json } from '../encoding/json.ts';

/** Any value that JSON can carry, as evidence would carry it. */
export function readPlain(value: unknown): Json {
  return readJson(JSON.stringify(value), 'value');
}
