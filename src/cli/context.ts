/** What the options of the command line mean for a run: files read, policy, anchors, time. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { build } from '#proofs/build.ts';
import type { EndorserContract } from '#proofs/token/claim-questions.ts';
import type { Context, Evidence, RangeContract } from '#proofs/evidence/evidence.ts';
import {
  child,
  optionalMember,
  list,
  place,
  required,
  text,
  wholeNumber,
  type Place,
} from '#proofs/encoding/fields.ts';
import { readInstant } from '#proofs/encoding/instant.ts';
import { readJson } from '#proofs/encoding/json.ts';
import { mergeAnchors, type AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { readCertificatesInput } from '#proofs/pki/certificate/certificate.ts';
import { readCrlInput } from '#proofs/pki/crl/crl.ts';
import { nameText } from '#proofs/pki/certificate/names.ts';
import type { TrustAnchor } from '#proofs/pki/path/trust.ts';
import { policies, type Policy } from '#proofs/policy/policy.ts';
import { readPolicy } from '#proofs/policy/read-policy.ts';
import { readExchanges } from '#proofs/evidence/read-rpc.ts';
import { builtInTrustVersion } from '#proofs/evidence/stamp-trust.ts';
import { isRecipeId, recipeIds } from '#proofs/merkle/recipes.ts';
import { UsageError, type VerifyArguments } from './arguments.ts';

/** The largest evidence file that is read: a case file with its document. */
const maxFileBytes = 64 << 20;

/** @param now the clock of the machine, used where `--at` is not given */
export function readContext(options: VerifyArguments, now: Date): Context {
  const folders = [
    ...(options.anchors === undefined ? [] : [{ folder: options.anchors, use: 'signing' as const }]),
    ...(options.stampAnchors === undefined
      ? []
      : [{ folder: options.stampAnchors, use: 'stamping' as const }]),
  ];
  const lists = folders.flatMap(({ folder }) => readLists(folder));
  return {
    policy: readPolicyOption(options.policy ?? 'standard'),
    now: options.at === undefined ? now.getTime() : readInstant(options.at, '--at'),
    anchors: mergeAnchors(folders.flatMap(({ folder, use }) => readAnchors(folder, use))),
    ...(lists.length > 0 && { revocationLists: lists }),
    trustVersion: builtInTrustVersion,
    build,
    ...readRecipe(options.recipe),
    ...readTreeSize(options.treeSize),
    ...(options.chain === undefined ? {} : readChain(options.chain)),
  };
}

/** @throws UsageError when there is no such file or it is too large */
export function readBytes(path: string): Uint8Array {
  try {
    if (statSync(path).size > maxFileBytes)
      throw new UsageError(`${path} is larger than ${maxFileBytes} bytes.`);
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  }
}

/** Digests of a document of any size, read once, in pieces. */
export async function documentDigests(
  path: string,
): Promise<Pick<Evidence, 'documentDigest' | 'otherDigests'>> {
  const hashes = ['sha256', 'sha384', 'sha512', 'sha256'].map((name) => createHash(name));
  // The leaf of a document in a tree of RFC 9162 begins with a zero octet.
  hashes.at(-1)?.update(Uint8Array.of(0));
  try {
    for await (const piece of createReadStream(path)) {
      for (const hash of hashes) hash.update(piece as Buffer); // a stream without an encoding gives buffers
    }
  } catch (error) {
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  }
  const [sha256 = '', sha384 = '', sha512 = '', leaf = ''] = hashes.map((hash) => hash.digest('hex'));
  return {
    documentDigest: sha256,
    otherDigests: { 'SHA-384': sha384, 'SHA-512': sha512, 'RFC 9162 leaf': leaf },
  };
}

function readPolicyOption(name: string): Policy {
  const known = Object.hasOwn(policies, name) ? policies[name] : undefined;
  return known ?? readPolicy(readJson(textOf(name), name));
}

function textOf(path: string): string {
  return Buffer.from(readBytes(path))
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

const certificateEndings: ReadonlySet<string> = new Set(['.pem', '.crt', '.cer', '.der']);
const listEndings: ReadonlySet<string> = new Set(['.crl']);

/** Every certificate of the folder is an anchor; one that cannot be read is an error, not less trust. */
function readAnchors(folder: string, use: AnchorUse): TrustAnchor[] {
  return filesIn(folder, certificateEndings).flatMap((path) =>
    readCertificatesInput(readBytes(path)).map((certificate) => ({
      certificate,
      title: nameText(certificate.subject),
      use,
    })),
  );
}

/** Revocation lists for the signers of time-stamps. One that cannot be read is an error: it may name one of them. */
function readLists(folder: string): Uint8Array[] {
  return filesIn(folder, listEndings).map((path) => {
    const bytes = readBytes(path);
    readCrlInput(bytes);
    return bytes;
  });
}

function filesIn(folder: string, endings: ReadonlySet<string>): string[] {
  try {
    const names = readdirSync(folder).filter((name) => endings.has(extname(name).toLowerCase()));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    throw new UsageError(`${folder} is no folder that can be read.`, { cause: error });
  }
}

function readRecipe(name: string | undefined): Pick<Context, 'recipe'> {
  if (name === undefined) return {};
  if (!isRecipeId(name))
    throw new UsageError(`There is no recipe ${name}; known are ${recipeIds.join(', ')}.`);
  return { recipe: name };
}

function readTreeSize(size: string | undefined): Pick<Context, 'treeSize'> {
  if (size === undefined) return {};
  if (!/^\d{1,54}$/.test(size)) throw new UsageError('--tree-size is a whole number.');
  return { treeSize: BigInt(size) };
}

/** `{ exchanges: […], range?: {network, address}, endorsers?: [{network, address, role?}] }` */
function readChain(path: string): Pick<Context, 'exchanges' | 'range' | 'endorsers'> {
  const at = place(readJson(textOf(path), path), 'chain');
  const range = child(at, 'range');
  return {
    exchanges: readExchanges(at.object.exchanges, 'exchanges'),
    ...optionalMember('range', range && readContract(range)),
    ...optionalMember(
      'endorsers',
      list(at, 'endorsers', 64)?.map((item) => readContract(place(item, 'endorser'))),
    ),
  };
}

function readContract(at: Place): RangeContract & EndorserContract {
  return {
    network: Number(required(wholeNumber(at, 'network'), `${at.name}.network`)),
    address: required(text(at, 'address', 100), `${at.name}.address`),
    ...optionalMember('role', text(at, 'role', 100)),
  };
}
