/** The forms in which certificates, tokens and responses are handed over: DER, PEM, base64, hex. */
import { readBase64, readHex } from '../../encoding/bytes.ts';
import { tooLarge, unreadable } from '../../errors.ts';

export interface InputBounds {
  /** Bytes of one DER value. */
  readonly bytes: number;
  /** PEM blocks in one file. */
  readonly blocks: number;
}

const inputBounds: InputBounds = { bytes: 1 << 20, blocks: 64 };

/**
 * The DER values in a file or text: one for DER, base64 and hex, one for each block of PEM. Only the outer
 * form is looked at; whoever reads the DER checks it.
 * @throws ProofError when the form is none of these
 */
export function derInputs(
  input: Uint8Array | string,
  subject: string,
  bounds: InputBounds = inputBounds,
): Uint8Array[] {
  if (typeof input !== 'string' && isOneDerValue(input)) {
    if (input.length > bounds.bytes) throw tooLarge(subject, `at most ${bounds.bytes} bytes`);
    return [input];
  }
  // Text takes at most four characters a byte here, and PEM some lines around it.
  if (input.length > bounds.blocks * (4 * bounds.bytes + 4096)) throw tooLarge(subject, 'a smaller file');
  // A byte order mark counts as white space.
  const text = (typeof input === 'string' ? input : textOf(input)).trim();
  if (text.includes('-----BEGIN ')) return pemBlocks(text, subject, bounds);
  // What is meant is a SEQUENCE: its first byte is 30, which base64 writes as a text that begins with M.
  if (/^(?:0[xX])?30/.test(text)) return [readHex(text.replace(/[\s:]/g, ''), subject, bounds.bytes)];
  if (text.startsWith('M')) return [readBase64(text, subject, bounds.bytes)];
  throw unreadable(subject, 'DER, PEM, base64 or hex');
}

/** Words around PEM may be of any encoding, and names have accents: a byte above 7f is a character that no value has. */
const anyText = new TextDecoder('latin1');

function textOf(bytes: Uint8Array): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return anyText.decode(hasMark ? bytes.subarray(3) : bytes);
}

/** As `derInputs`, for evidence that is a single value. */
export function derInput(input: Uint8Array | string, subject: string, bounds?: InputBounds): Uint8Array {
  const values = derInputs(input, subject, bounds);
  const only = values.length === 1 ? values[0] : undefined;
  if (only === undefined) throw unreadable(subject, 'a single value');
  return only;
}

/** True for a SEQUENCE whose length says that it fills the input; `30` is also the digit 0 of a text. */
function isOneDerValue(bytes: Uint8Array): boolean {
  const first = bytes[1];
  if (bytes[0] !== 0x30 || first === undefined) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  // Not text: its second character would not be ASCII. The reader of DER says what is wrong with it.
  return true;
}

const begin = '-----BEGIN ';
const dashes = '-----';

/** RFC 7468: the label of the end equals that of the beginning. Text around the blocks is explanatory. */
function pemBlocks(text: string, subject: string, bounds: InputBounds): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let at = text.indexOf(begin);
  while (at >= 0) {
    if (blocks.length === bounds.blocks) throw tooLarge(subject, `at most ${bounds.blocks} PEM blocks`);
    const labelEnd = text.indexOf(dashes, at + begin.length);
    const label = text.slice(at + begin.length, labelEnd);
    if (labelEnd < 0 || label.length > 64) throw unreadable(subject, 'a PEM block with its label');
    const footer = `-----END ${label}-----`;
    const end = text.indexOf(footer, labelEnd);
    if (end < 0) throw unreadable(subject, `a PEM block that ends with "END ${label}"`);
    blocks.push(readBase64(text.slice(labelEnd + dashes.length, end), subject, bounds.bytes));
    at = text.indexOf(begin, end);
  }
  return blocks;
}
