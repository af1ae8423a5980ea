/**
 * Leaves of `standard-v1` trees of OpenZeppelin: keccak(keccak(abi.encode(values))), for elementary types
 * (Solidity ABI specification, "Formal Specification of the Encoding").
 */
import { bigIntOf, bytesOfBigInt, concatBytes, readHex, utf8Of } from '../encoding/bytes.ts';
import { tooLarge, unreadable, unsupported } from '../errors.ts';
import { keccak256 } from '../encoding/hash.ts';

const word = 32;
const maxValues = 64;

export type AbiValue = string | number | bigint | boolean;

/** @throws ProofError for a type that is not elementary or a value that is not of its type */
export function standardLeaf(types: readonly string[], values: readonly AbiValue[]): Uint8Array {
  if (types.length !== values.length) throw unreadable('leafEncoding', 'as many types as values');
  if (types.length > maxValues) throw tooLarge('leafEncoding', `at most ${maxValues} values`);
  return keccak256(keccak256(abiEncode(types, values)));
}

/** Static values stand in the head; a string or bytes leaves its offset there and its content in the tail. */
function abiEncode(types: readonly string[], values: readonly AbiValue[]): Uint8Array {
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let offset = word * types.length;
  for (const [at, type] of types.entries()) {
    const value = values[at] ?? '';
    const content = dynamicContent(type, value);
    if (content === undefined) {
      heads.push(staticWord(type, value));
      continue;
    }
    const padded = new Uint8Array(Math.ceil(content.length / word) * word);
    padded.set(content);
    heads.push(bytesOfBigInt(BigInt(offset), word));
    tails.push(bytesOfBigInt(BigInt(content.length), word), padded);
    offset += word + padded.length;
  }
  return concatBytes(...heads, ...tails);
}

function dynamicContent(type: string, value: AbiValue): Uint8Array | undefined {
  if (type !== 'string' && type !== 'bytes') return undefined;
  if (typeof value !== 'string') throw unreadable(type, 'a text');
  return type === 'string' ? utf8Of(value) : readHex(value, type);
}

function staticWord(type: string, value: AbiValue): Uint8Array {
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw unreadable(type, 'true or false');
    return bytesOfBigInt(value ? 1n : 0n, word);
  }
  if (type === 'address') return number(readBytes(type, value, 20), 160n, false, type);
  const bytes = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type);
  if (bytes !== null) {
    const padded = new Uint8Array(word);
    const content = readHex(String(value), type, word);
    if (content.length !== Number(bytes[1])) throw unreadable(type, 'as many bytes as the type says');
    padded.set(content);
    return padded;
  }
  const integerType = /^(u?)int(\d{1,3})?$/.exec(type);
  const bits = BigInt(integerType?.[2] ?? '256');
  if (integerType === null || bits === 0n || bits > 256n || bits % 8n !== 0n)
    throw unsupported(type, 'an elementary type');
  return number(readWhole(type, value), bits, integerType[1] === '', type);
}

function readBytes(type: string, value: AbiValue, length: number): bigint {
  const bytes = readHex(String(value), type, length);
  if (bytes.length !== length) throw unreadable(type, `${length} bytes`);
  return bigIntOf(bytes);
}

function readWhole(type: string, value: AbiValue): bigint {
  const text = String(value);
  if (!/^-?\d{1,78}$/.test(text)) throw unreadable(type, 'a whole number');
  return BigInt(text);
}

/** Two's complement in one word. */
function number(value: bigint, bits: bigint, signed: boolean, type: string): Uint8Array {
  const low = signed ? -(1n << (bits - 1n)) : 0n;
  const high = signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n;
  if (value < low || value > high) throw unreadable(type, 'a number of its size');
  return bytesOfBigInt(BigInt.asUintN(256, value), word);
}
