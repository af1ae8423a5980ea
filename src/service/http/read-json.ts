import { isSafeNumber, parse } from 'lossless-json';
import { limits } from '#contract/operations/limits.ts';

/** Why a text is not JSON that the service reads; the message says it without quoting the text. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/**
 * Reads JSON without losing digits: a number that a double cannot hold exactly arrives as its own text.
 * Refuses more than 64 levels and a repeated key (Rule WI-13).
 *
 * @throws JsonError
 */
export function readJson(text: string): unknown {
  try {
    guardLevels(text);
    return parse(text, null, readNumber);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    throw new JsonError('is not JSON');
  }
}

function readNumber(text: string): number | string {
  return isSafeNumber(text) ? Number(text) : text;
}

/**
 * Counts brackets outside of texts, so that no recursive reader meets a deep one, and compares the keys of each level:
 * the reader lets a key pass that is repeated with an equal value.
 *
 * @throws JsonError
 * @throws SyntaxError where a key is no text of JSON
 */
function guardLevels(text: string): void {
  const levels: Set<string>[] = [];
  let start = -1;
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (start >= 0) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) {
        last = text.slice(start, at + 1);
        start = -1;
      }
    } else if (unit === 0x22) start = at;
    else if (unit === 0x7b || unit === 0x5b) {
      levels.push(new Set());
      if (levels.length > limits.jsonDepth)
        throw new JsonError(`is nested deeper than ${limits.jsonDepth} levels`);
    } else if (unit === 0x7d || unit === 0x5d) levels.pop();
    else if (unit === 0x3a) addKey(levels.at(-1), JSON.parse(last) as string); // a text, from quote to quote
  }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) throw new JsonError(`has the key ${JSON.stringify(key.slice(0, 64))} twice`);
  keys?.add(key);
}
