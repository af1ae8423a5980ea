/** The words after `verify`, read strictly: an option that is not known is an error, never passed over. */

export const usage = `Usage:
  verify FILE… [options]        check evidence; every FILE is recognised by its content
  verify vectors DIR SET        run a set of known answers

FILE is a case file, a witness, invite or request as JSON, a proof file
{hash, merkleized?, witnessExternal?, signatures?}, a certificate, an OCSP response
or a time-stamp.

Options:
  --document F         the signed or witnessed file; its bytes are hashed here
  --policy NAME|F      standard (default), strict, internal, vectors, or a policy
                       as JSON
  --anchors DIR        certificates that you trust for signers (.pem .crt .cer .der)
  --stamp-anchors DIR  certificates that you trust for time-stamps; either folder may
                       hold revocation lists (.crl)
  --recipe NAME        the recipe that merkleized proofs must follow
  --tree-size N        leaves of the third party's tree
  --chain F            answers of your own RPC nodes and the contracts you trust, as JSON
  --at TIME            validation time, RFC 3339; now unless given
  --json               one JSON report instead of words

Exit: 0 passed, 1 failed, 2 could not be checked in full, 64 not readable or usage;
of several files the worst, in the order 1, 64, 2, 0.
`;

export interface VerifyArguments {
  readonly command: 'verify';
  readonly files: readonly string[];
  readonly document?: string;
  readonly policy?: string;
  readonly anchors?: string;
  readonly stampAnchors?: string;
  readonly recipe?: string;
  readonly treeSize?: string;
  readonly chain?: string;
  readonly at?: string;
  readonly json: boolean;
}

export interface VectorArguments {
  readonly command: 'vectors';
  readonly folder: string;
  readonly set: string;
  readonly json: boolean;
}

export type Arguments = VerifyArguments | VectorArguments | { readonly command: 'help' };

/** What the caller requested cannot be done as requested: exit 64. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const valued = {
  '--document': 'document',
  '--policy': 'policy',
  '--anchors': 'anchors',
  '--stamp-anchors': 'stampAnchors',
  '--recipe': 'recipe',
  '--tree-size': 'treeSize',
  '--chain': 'chain',
  '--at': 'at',
} as const;

/** @throws UsageError */
export function readArguments(words: readonly string[]): Arguments {
  const options: Partial<Record<(typeof valued)[keyof typeof valued], string>> = {};
  const files: string[] = [];
  let json = false;
  let onlyFiles = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (onlyFiles || !word.startsWith('--')) {
      files.push(word);
      continue;
    }
    if (word === '--') onlyFiles = true;
    else if (word === '--help') return { command: 'help' };
    else if (word === '--json') json = true;
    else {
      const [name = '', ...inline] = word.split('=');
      const key = isValued(name) ? valued[name] : undefined;
      if (key === undefined) throw new UsageError(`There is no option ${name}.`);
      if (options[key] !== undefined) throw new UsageError(`${name} is given twice.`);
      const value = inline.length > 0 ? inline.join('=') : words[++at];
      if (value === undefined || value === '') throw new UsageError(`${name} needs a value.`);
      options[key] = value;
    }
  }
  return files[0] === 'vectors' ? vectorArguments(files, json) : verifyArguments(files, options, json);
}

function isValued(name: string): name is keyof typeof valued {
  return Object.hasOwn(valued, name);
}

function vectorArguments(files: readonly string[], json: boolean): VectorArguments {
  const [, folder, set, ...more] = files;
  if (folder === undefined || set === undefined || more.length > 0) {
    throw new UsageError('vectors needs a folder and the name of a set.');
  }
  return { command: 'vectors', folder, set, json };
}

function verifyArguments(
  files: readonly string[],
  options: Omit<VerifyArguments, 'command' | 'files' | 'json'>,
  json: boolean,
): VerifyArguments {
  if (files.length === 0) throw new UsageError('Name at least one file.');
  return { command: 'verify', files, ...options, json };
}
