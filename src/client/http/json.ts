import { limits } from '#contract/operations/limits.ts';

/** Why a text was not taken as an answer. */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';
}

/** The answer is larger than what is read; a page with fewer items may fit. */
export class LargeAnswer extends JsonRefusal {}

/**
 * Reads JSON without losing digits: a whole number beyond 2^53 becomes a bigint, everything else what
 * `JSON.parse` gives. Token ids and event digests have 256 bits and some services send them as bare
 * numbers.
 *
 * @throws JsonRefusal when the text is larger or deeper than the interface allows, or is not JSON
 */
export async function readJson(text: string): Promise<unknown> {
  if (text.length > limits.responseBytes) throw new LargeAnswer('The answer is larger than 16 MiB.');
  if (deeperThan(text, limits.jsonDepth))
    throw new JsonRefusal('The answer is nested more than 64 levels deep.');
  // The lossless reader costs several times the built-in one and is needed only for long numbers that stand
  // bare, after a bracket, colon or comma: a browser fetches it when the first of them comes.
  const exact = longNumber.test(text) ? await import('lossless-json') : undefined;
  try {
    return exact ? exact.parse(text, undefined, readNumber) : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw new JsonRefusal('The answer is not JSON.', { cause });
  }
}

const longNumber = /(?:^|[[:,])\s*-?\d{16}/;

function readNumber(digits: string): number | bigint {
  const number = Number(digits);
  if (Number.isSafeInteger(number) || !/^-?\d+$/.test(digits)) return number;
  return BigInt(digits);
}

/** The reader below recurses, so depth is bounded before it runs. Brackets inside strings do not count. */
function deeperThan(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}
