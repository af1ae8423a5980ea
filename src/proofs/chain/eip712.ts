/**
 * EIP-712 typed data: type hash, struct hash, domain separator and the digest that is signed. Structs, the
 * elementary types and nothing else; arrays are unsupported and said to be.
 */
import { bigIntOf, bytesOfBigInt, concatBytes, readHex, readHexOf, utf8Of } from '../encoding/bytes.ts';
import { tooLarge, unreadable, unsupported } from '../errors.ts';
import { keccak256 } from '../encoding/hash.ts';

/** Members of a struct in order: name and type. */
export type Members = readonly (readonly [name: string, type: string])[];
export type TypedValue = string | number | bigint | boolean | { readonly [name: string]: TypedValue };
export type TypedStruct = Readonly<Record<string, TypedValue>>;
export type StructTypes = Readonly<Record<string, Members>>;

const maxDepth = 8;

/** keccak(0x19 01 ‖ domainSeparator ‖ hashStruct(message)) */
export function typedDataDigest(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  return keccak256(concatBytes(Uint8Array.of(0x19, 0x01), separator, structHash));
}

/** hashStruct(s) = keccak(typeHash ‖ encodeData(s)) */
export function hashStruct(types: StructTypes, name: string, value: TypedStruct, depth = 0): Uint8Array {
  if (depth > maxDepth) throw tooLarge(name, `at most ${maxDepth} structs within each other`);
  const words = membersOf(types, name).map(([member, type]) => {
    const memberValue = Object.hasOwn(value, member) ? value[member] : undefined;
    if (memberValue === undefined) throw unreadable(`${name}.${member}`, 'a value');
    return encodeMember(types, `${name}.${member}`, type, memberValue, depth);
  });
  return keccak256(concatBytes(typeHash(types, name), ...words));
}

/** typeHash = keccak(encodeType), the structs referred to after the first in alphabetical order. */
export function typeHash(types: StructTypes, name: string): Uint8Array {
  const referred = new Set<string>();
  const visit = (struct: string): void => {
    for (const [, type] of membersOf(types, struct)) {
      if (!Object.hasOwn(types, type) || referred.has(type) || type === name) continue;
      referred.add(type);
      visit(type);
    }
  };
  visit(name);
  const encoded = [name, ...[...referred].sort()].map((struct) => {
    const members = membersOf(types, struct).map(([member, type]) => `${type} ${member}`);
    return `${struct}(${members.join(',')})`;
  });
  return keccak256(utf8Of(encoded.join('')));
}

function membersOf(types: StructTypes, name: string): Members {
  const members = Object.hasOwn(types, name) ? types[name] : undefined;
  if (members === undefined) throw unsupported(name, 'a type that is defined');
  return members;
}

function encodeMember(
  types: StructTypes,
  subject: string,
  type: string,
  value: TypedValue,
  depth: number,
): Uint8Array {
  if (Object.hasOwn(types, type)) {
    if (typeof value !== 'object') throw unreadable(subject, `a struct ${type}`);
    return hashStruct(types, type, value, depth + 1);
  }
  if (typeof value === 'object') throw unreadable(subject, `a value of type ${type}`);
  if (type === 'string') return keccak256(utf8Of(String(value)));
  if (type === 'bytes') return keccak256(readHex(String(value), subject));
  if (type === 'bytes32') return readHexOf(String(value), 32, subject);
  if (type === 'address') return bytesOfBigInt(bigIntOf(readHexOf(String(value), 20, subject)), 32);
  if (type === 'bool') return bytesOfBigInt(value === true ? 1n : 0n, 32);
  if (type === 'uint256') return bytesOfBigInt(readUint256(value, subject), 32);
  throw unsupported(subject, `an elementary type, not ${type}`);
}

/** @throws ProofError unless the value is a whole number from 0 below 2^256, in decimal where it is text */
export function readUint256(value: TypedValue, subject: string): bigint {
  const isWhole =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^\d{1,78}$/.test(value));
  const number = isWhole ? BigInt(value) : -1n;
  // A negative number keeps its sign when it is shifted.
  if (number >> 256n !== 0n) throw unreadable(subject, 'a whole number from 0, below 2^256');
  return number;
}
