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
  guardDepth(text);
  try {
    return parse(text, null, { parseNumber: readNumber, onDuplicateKey: refuseDuplicate });
  } catch (error) {
    if (error instanceof JsonError) throw error;
    throw new JsonError('is not JSON');
  }
}

function readNumber(text: string): number | string {
  return isSafeNumber(text) ? Number(text) : text;
}

function refuseDuplicate({ key }: { key: string }): never {
  throw new JsonError(`has the key ${JSON.stringify(key.slice(0, 64))} twice`);
}

/** Counts brackets outside of texts, so that no recursive reader meets a deep one. */
function guardDepth(text: string): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (inText) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) inText = false;
    } else if (unit === 0x22) inText = true;
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > limits.jsonDepth) throw new JsonError(`is nested deeper than ${limits.jsonDepth} levels`);
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
}
