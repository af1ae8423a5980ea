import { parseUrl, readAddress, refuseWithout, SettingsError } from './read-setting.ts';
import type { Read, ReadInteger } from './read-setting.ts';

/** Outside authorities; what is not configured is absent, and what needs it is refused. */
export interface AuthoritySettings {
  readonly stamps: StampSettings | undefined;
  /** Folder of the certificates of authorities whose signers are accepted; PEM or DER. */
  readonly issuers: string | undefined;
  /** Instead of the address in a signer's certificate. */
  readonly ocsp: URL | undefined;
  readonly anchor: AnchorSettings | undefined;
}

export interface StampSettings {
  /** Called in this order. */
  readonly addresses: readonly URL[];
  /** What witnesses call the provider. */
  readonly provider: string;
  /** Folder of the certificates to which signers of time-stamps must lead; PEM or DER. */
  readonly anchors: string;
  /** Policy that is requested and that a token must have. */
  readonly policy: string | undefined;
  /** File with `host user:password`, one a line. */
  readonly credentials: string | undefined;
  readonly timeoutMs: number;
}

export interface AnchorSettings {
  readonly rpc: URL;
  /** The chain's id, which the node must have. */
  readonly network: number;
  /** File of the key, 64 hexadecimal digits, readable by its owner alone; or a signer that has the key. */
  readonly signer: { readonly keyFile: string } | { readonly address: URL; readonly from: string };
  /** Contract that takes the root as its data; the sender itself where there is none. */
  readonly to: string | undefined;
  readonly confirmations: number;
  /** Seconds after which a transaction that is in no block is sent again with a higher fee. */
  readonly replaceAfter: number;
  /** Most gwei for one unit of gas. */
  readonly maxFee: number;
}

const anchorNames = [
  ...['NETWORK', 'KEY_FILE', 'SIGNER', 'FROM', 'TO'],
  ...['CONFIRMATIONS', 'REPLACE_AFTER', 'MAX_FEE'],
];

export function readAuthorities(read: Read, readInteger: ReadInteger): AuthoritySettings {
  return {
    stamps: readStamps(read, readInteger),
    issuers: read('TESTIGO_ISSUERS'),
    ocsp: readAddress('TESTIGO_OCSP_URL', read('TESTIGO_OCSP_URL')),
    anchor: readAnchor(read, readInteger),
  };
}

function readStamps(read: Read, readInteger: ReadInteger): StampSettings | undefined {
  const addresses = (read('TESTIGO_TSA_URLS') ?? '')
    .split(/[\s,]+/)
    .flatMap((one) => readAddress('TESTIGO_TSA_URLS', one || undefined) ?? []);
  const [first] = addresses;
  const names = ['ANCHORS', 'NAME', 'POLICY', 'CREDENTIALS', 'TIMEOUT'].map((name) => `TESTIGO_TSA_${name}`);
  if (!first) {
    refuseWithout('TESTIGO_TSA_URLS', names, read);
    return undefined;
  }
  const anchors = read('TESTIGO_TSA_ANCHORS');
  if (anchors === undefined)
    throw new SettingsError(
      'TESTIGO_TSA_ANCHORS is not set; expected the folder of the certificates that TESTIGO_TSA_URLS answer under.',
    );
  const policy = read('TESTIGO_TSA_POLICY');
  if (policy !== undefined && !/^[0-2](\.(0|[1-9]\d{0,17})){1,31}$/.test(policy))
    throw new SettingsError(
      `TESTIGO_TSA_POLICY is "${policy}"; expected an object identifier such as 1.3.6.1.4.1.`,
    );
  return {
    addresses,
    anchors,
    policy,
    provider: read('TESTIGO_TSA_NAME') ?? first.hostname,
    credentials: read('TESTIGO_TSA_CREDENTIALS'),
    // Below `certificateTime`, in which a call ends: what came later would be thrown away, and paid for.
    timeoutMs: readInteger('TESTIGO_TSA_TIMEOUT', 10, 1, 20) * 1000,
  };
}

function readAnchor(read: Read, readInteger: ReadInteger): AnchorSettings | undefined {
  const address = read('TESTIGO_ANCHOR_RPC');
  const names = anchorNames.map((name) => `TESTIGO_ANCHOR_${name}`);
  if (address === undefined) {
    refuseWithout('TESTIGO_ANCHOR_RPC', names, read);
    return undefined;
  }
  const rpc = parseUrl('TESTIGO_ANCHOR_RPC', address);
  const network = readInteger('TESTIGO_ANCHOR_NETWORK', 0, 0, 2 ** 31 - 1);
  if (network === 0)
    throw new SettingsError('TESTIGO_ANCHOR_NETWORK is not set; expected the id of the chain.');
  const evm = (name: string): string | undefined => {
    const value = read(name);
    if (value !== undefined && !/^0x[0-9a-f]{40}$/i.test(value))
      throw new SettingsError(`${name} is "${value}"; expected 0x and 40 hexadecimal digits.`);
    return value?.toLowerCase();
  };
  const keyFile = read('TESTIGO_ANCHOR_KEY_FILE');
  const signer = read('TESTIGO_ANCHOR_SIGNER');
  const from = evm('TESTIGO_ANCHOR_FROM');
  if ((keyFile === undefined) === (signer === undefined))
    throw new SettingsError(
      'TESTIGO_ANCHOR_RPC needs one of TESTIGO_ANCHOR_KEY_FILE and TESTIGO_ANCHOR_SIGNER.',
    );
  if (signer !== undefined && from === undefined)
    throw new SettingsError(
      'TESTIGO_ANCHOR_FROM is not set; expected the address for which the signer signs.',
    );
  return {
    rpc,
    network,
    signer:
      keyFile === undefined
        ? { address: parseUrl('TESTIGO_ANCHOR_SIGNER', signer ?? ''), from: from ?? '' }
        : { keyFile },
    to: evm('TESTIGO_ANCHOR_TO'),
    confirmations: readInteger('TESTIGO_ANCHOR_CONFIRMATIONS', 12, 1, 100_000),
    replaceAfter: readInteger('TESTIGO_ANCHOR_REPLACE_AFTER', 180, 1, 86_400),
    maxFee: readInteger('TESTIGO_ANCHOR_MAX_FEE', 500, 1, 1_000_000),
  };
}
