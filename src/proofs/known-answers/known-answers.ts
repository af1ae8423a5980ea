/**
 * Known-answer sets for the core as pure functions over the files of a set. Nothing is known of a set but its
 * layout, so parts of it that were never seen run the same way. Every file is run.
 */
import { readBase64, readHex, readUtf8, toHex } from '../encoding/bytes.ts';
import type { Status } from '../check.ts';
import { checkExternalRoot } from '../merkle/check-external.ts';
import { claimDigest } from '../token/claim.ts';
import { hashStruct, readUint256, typedDataDigest, typeHash } from '../chain/eip712.ts';
import type { Members, StructTypes, TypedStruct, TypedValue } from '../chain/eip712.ts';
import { unreadable } from '../errors.ts';
import { readAddress } from '../chain/address.ts';
import { recoverAddress } from '../chain/recover-address.ts';
import {
  child,
  flag,
  list,
  place,
  required,
  text,
  texts,
  wholeNumber,
  type Place,
} from '../encoding/fields.ts';
import { readJson, type Json, type JsonObject } from '../encoding/json.ts';
import { vectors as policy } from '../policy/policy.ts';
import { runCase, type VectorAnswer, type VectorFiles, type VectorResult } from './vector-set.ts';
import { standardLeaf, type AbiValue } from '../merkle/abi-leaf.ts';
import { checkMerkleizedRoot } from '../merkle/check-merkleized.ts';
import type { InclusionEvidence } from '../merkle/inclusion-proof.ts';
import { isObject } from '../chain/rpc.ts';
import { verifyRsaPkcs1v15Message } from '../signature/rsa.ts';
import type { HashName } from '../encoding/hash.ts';

/** Wycheproof: `acceptable` signatures are refused, as invalid ones. */
export function runWycheproofRsa(files: VectorFiles): VectorResult[] {
  return documents(files).flatMap(({ path, at }) =>
    groups(at).flatMap((group) => {
      const key = required(child(group, 'publicKey'), 'publicKey');
      return places(group, 'tests').map((test) => {
        const expected = text(test, 'result') === 'valid' ? 'valid' : 'invalid';
        return runCase(`${path} ${wholeNumber(test, 'tcId') ?? ''}`, expected, () => {
          const { valid } = verifyRsaPkcs1v15Message(
            { modulus: hexOf(key, 'modulus'), exponent: hexOf(key, 'publicExponent') },
            hashNamed(needed(group, 'sha')),
            hexOf(test, 'msg'),
            hexOf(test, 'sig'),
          );
          return answer(valid);
        });
      });
    }),
  );
}

function groups(at: Place): Place[] {
  return places(at, 'testGroups');
}

function hashNamed(name: string): HashName {
  if (name !== 'SHA-1' && name !== 'SHA-256' && name !== 'SHA-384' && name !== 'SHA-512') {
    throw unreadable('sha', `a known hash, not ${name}`);
  }
  return name;
}

/** RFC 6962 inclusion proofs: leaf hashes as given, indices and sizes of any width, absent fields 0 or empty. */
export function runRfc6962Merkle(files: VectorFiles): VectorResult[] {
  return documents(files).map(({ path, at }) => {
    const expected = flag(at, 'wantErr') === true ? 'invalid' : 'valid';
    return runCase(path, expected, () =>
      checkMerkleizedRoot(
        policy,
        {
          hash: base64Hex(at, 'leafHash'),
          merkleProof: (texts(at, 'proof', 1000) ?? []).map((item) => toHex(readBase64(item, 'proof'))),
          merkleRoot: base64Hex(at, 'root'),
          leafIndex: wholeNumber(at, 'leafIdx') ?? 0n,
          treeSize: wholeNumber(at, 'treeSize') ?? 0n,
        },
        'rfc6962/1',
      ),
    );
  });
}

/** OpenZeppelin dumps: every value must be under the root, and under no other once a bit of it is changed. */
export function runOpenZeppelinMerkleTree(files: VectorFiles): VectorResult[] {
  return documents(files).flatMap(({ path, at }) => {
    const tree = required(texts(at, 'tree', 1_000_000), 'tree');
    return places(at, 'values').flatMap((value) => {
      const index = Number(required(wholeNumber(value, 'treeIndex'), 'treeIndex'));
      const evidence = (): InclusionEvidence => ({
        hash: dumpedLeaf(at, value),
        merkleProof: siblings(tree, index),
        merkleRoot: tree[0] ?? '',
      });
      return withForgery(
        `${path} ${index}`,
        () => evidence(),
        (one) => checkMerkleizedRoot(policy, one, 'openzeppelin-keccak/1'),
      );
    });
  });
}

function dumpedLeaf(dump: Place, value: Place): string {
  const types = texts(dump, 'leafEncoding', 64);
  if (types === undefined) return needed(value, 'value');
  const values = required(list(value, 'value', 64), 'value').map((item): AbiValue => {
    if (item === null || typeof item === 'object') throw unreadable('value', 'elementary values');
    return item;
  });
  return toHex(standardLeaf(types, values));
}

/** The tree is stored as a heap: the parent of i is ⌊(i−1)/2⌋. */
function siblings(tree: readonly string[], index: number): string[] {
  const path: string[] = [];
  for (let at = index; at > 0; at = Math.floor((at - 1) / 2)) {
    path.push(tree[at % 2 === 0 ? at - 1 : at + 1] ?? '');
  }
  return path;
}

/** Our own set: mountain ranges by search and by size, merkleized proofs, claims. */
export function runSynthetic(files: VectorFiles): VectorResult[] {
  return documents(files).flatMap(({ path, at }) => [
    ...rangeCases(path, child(at, 'mmr')),
    ...merkleizedCases(path, child(at, 'merkleized')),
    ...(member(at, 'claims') === undefined ? [] : places(at, 'claims')).map((claim, index) =>
      runCase(`${path} claim ${index}`, 'valid', () => claimAnswer(claim)),
    ),
  ]);
}

function rangeCases(path: string, at: Place | undefined): VectorResult[] {
  return (at === undefined ? [] : places(at, 'cases')).flatMap((one) => {
    const size = required(wholeNumber(one, 'treeSize'), 'treeSize');
    const targetRootHash = needed(one, 'targetRootHash');
    return places(one, 'proofs').flatMap((proof) => {
      const leafIndex = required(wholeNumber(proof, 'leafIndex'), 'leafIndex');
      const evidence = () => ({
        hash: needed(proof, 'leaf'),
        leafIndex,
        leftHashes: texts(proof, 'leftHashes', 1000) ?? [],
        rightHashes: texts(proof, 'rightHashes', 1000) ?? [],
        targetRootHash,
      });
      const name = `${path} range ${size} leaf ${leafIndex}`;
      return [
        ...withForgery(name, evidence, (range) => checkExternalRoot(policy, range)),
        ...withForgery(`${name} with its size`, evidence, (range) =>
          checkExternalRoot(policy, range, { value: size, basis: 'RECOMPUTED' }),
        ),
      ];
    });
  });
}

function merkleizedCases(path: string, at: Place | undefined): VectorResult[] {
  if (at === undefined) return [];
  const merkleRoot = needed(at, 'merkleRoot');
  return places(at, 'proofs').flatMap((proof, index) =>
    withForgery(
      `${path} merkleized ${index}`,
      () => ({
        hash: needed(proof, 'hash'),
        merkleProof: texts(proof, 'merkleProof', 1000) ?? [],
        merkleRoot,
      }),
      (evidence) => {
        const check = checkMerkleizedRoot(policy, evidence, 'ascii-hex-sorted/1');
        const leaf = check.steps?.[0]?.values.leaf;
        return check.status === 'PASSED' && leaf !== text(proof, 'leaf') ? answer(false) : check;
      },
    ),
  );
}

function claimAnswer(claim: Place): VectorAnswer {
  const contract = {
    network: Number(required(wholeNumber(claim, 'chainId'), 'chainId')),
    address: needed(claim, 'verifyingContract'),
  };
  const leaf = needed(claim, 'leaf');
  const digest = toHex(claimDigest(contract, leaf, needed(claim, 'to')));
  const tokenId = BigInt('0x' + toHex(readHex(leaf, 'leaf'))).toString();
  return answer(digest === text(claim, 'digest') && tokenId === text(claim, 'tokenId'));
}

/** EIP-712: hashes of type, struct and domain, the digest, and the signer recovered from it. */
export function runEip712(files: VectorFiles): VectorResult[] {
  return documents(files).flatMap(({ path, at }) => [
    runCase(path, 'valid', () => eip712Answer(at, (signature) => signature)),
    // The same signature over the same data by another s is by another signer, or by none.
    runCase(`${path} forged`, 'invalid', () =>
      eip712Answer(at, (signature) => signature.with(40, (signature[40] ?? 0) ^ 1)),
    ),
  ]);
}

function eip712Answer(at: Place, change: (signature: Uint8Array) => Uint8Array): VectorAnswer {
  const types = readTypes(required(child(at, 'types'), 'types'));
  const primary = needed(at, 'primaryType');
  const expected = required(child(at, 'expected'), 'expected');
  const domain = hashStruct(
    types,
    'EIP712Domain',
    readStruct(required(child(at, 'domain'), 'domain').object),
  );
  const struct = hashStruct(types, primary, readStruct(required(child(at, 'message'), 'message').object));
  const digest = typedDataDigest(domain, struct);
  const computed: Record<string, Uint8Array> = {
    typeHash: typeHash(types, primary),
    structHash: struct,
    domainSeparator: domain,
    signHash: digest,
  };
  const hashes = Object.entries(computed).every(([key, value]) => hexText(expected, key) === toHex(value));
  const v = Number(required(wholeNumber(expected, 'v'), 'v'));
  const signature = readHex(
    hexText(expected, 'r') + hexText(expected, 's') + v.toString(16).padStart(2, '0'),
    'signature',
  );
  const signer = recoverAddress(digest, change(signature));
  return answer(hashes && signer === readAddress(needed(expected, 'signer'), 'signer'));
}

function readTypes(at: Place): StructTypes {
  return Object.fromEntries(
    Object.keys(at.object).map((name): [string, Members] => {
      const members = required(list(at, name, 100), name).map((pair): readonly [string, string] => {
        const [member, type] = Array.isArray(pair) ? (pair as readonly Json[]) : []; // isArray drops readonly
        if (typeof member !== 'string' || typeof type !== 'string')
          throw unreadable(name, 'pairs of name and type');
        return [member, type];
      });
      return [name, members];
    }),
  );
}

function readStruct(object: JsonObject): TypedStruct {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]): [string, TypedValue] => {
      if (isObject(value)) return [key, readStruct(value)];
      if (value === null || typeof value === 'object') throw unreadable(key, 'a value or a struct');
      return [key, typeof value === 'number' ? readUint256(value, key) : value];
    }),
  );
}

/** A good proof must pass; with the lowest bit of its hash flipped it must not. */
function withForgery<T extends { readonly hash: string }>(
  name: string,
  evidence: () => T,
  validate: (evidence: T) => VectorAnswer,
): VectorResult[] {
  return [
    runCase(name, 'valid', () => validate(evidence())),
    runCase(`${name} forged`, 'invalid', () => {
      const good = evidence();
      const bytes = readHex(good.hash, 'hash');
      return validate({ ...good, hash: toHex(bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1)) });
    }),
  ];
}

function documents(files: VectorFiles): { readonly path: string; readonly at: Place }[] {
  return [...files]
    .filter(([path]) => path.endsWith('.json'))
    .map(([path, bytes]) => ({ path, at: place(readJson(readUtf8(bytes, path), path), path) }));
}

function places(at: Place, key: string): Place[] {
  return required(list(at, key, 1_000_000), `${at.name}.${key}`).map((item) => place(item, key));
}

function member(at: Place, key: string): Json | undefined {
  return Object.hasOwn(at.object, key) ? at.object[key] : undefined;
}

function needed(at: Place, key: string): string {
  return required(text(at, key), `${at.name}.${key}`);
}

function hexOf(at: Place, key: string): Uint8Array {
  return readHex(needed(at, key), key);
}

/** Hex without its prefix. */
function hexText(at: Place, key: string): string {
  return toHex(hexOf(at, key));
}

function base64Hex(at: Place, key: string): string {
  return toHex(readBase64(text(at, key) ?? '', key));
}

function answer(valid: boolean): { readonly status: Status } {
  return { status: valid ? 'PASSED' : 'FAILED' };
}
