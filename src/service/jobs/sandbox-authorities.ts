import { createHash, X509Certificate } from 'node:crypto';
import { sql } from '../storage/database/sql.ts';
import { readCertificate } from '#proofs/pki/certificate/certificate.ts';
import type { SandboxAnchor, SandboxAnchors, SandboxAnchorUse } from '#contract/sandbox/sandbox.ts';
import { derOf } from '../authorities/certificates/certificate.ts';
import { authorizerAddress } from '../authorities/claim-authorizer.ts';
import { openLogSigner } from '../authorities/sandbox/log-note.ts';
import type { LogSigner } from '../authorities/sandbox/log-note.ts';
import { openAuthorities } from '../authorities/sandbox/sandbox-authorities.ts';
import type { AuthoritiesBundle, Authorities as Keys } from '../authorities/sandbox/sandbox-authorities.ts';
import type { CertificateStatus } from '../authorities/ocsp/ocsp.ts';
import { ServiceError } from '../service-error.ts';
import type { Authorities } from '../handlers/ports.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { SettingsError } from '../settings/read-setting.ts';
import type { Secret } from '../storage/secret.ts';
import { readState, writeState } from '../storage/tables/state.ts';
import { authorizerRole, contractAddresses, sandboxNetwork } from '../chain/contracts.ts';
import { createLedger } from '../chain/ledger.ts';
import type { Ledger } from '../chain/ledger.ts';

/** Name of the sandbox's certification provider. */
export const sandboxProvider = 'TESTIGO-SANDBOX';

const stateName = 'authorities';

/** Keeps the keys, sealed. */
export async function storeAuthorities(
  queries: Queries,
  secret: Secret,
  bundle: AuthoritiesBundle,
): Promise<void> {
  await writeState(queries, stateName, secret.seal(JSON.stringify(bundle)), true);
}

/**
 * The authorities whose keys are in the database, and the chain that they write to; undefined when there are none, or
 * with the sandbox off (Rule ST-44).
 */
export async function loadAuthorities(
  database: Database,
  secret: Secret,
  sandbox = true,
): Promise<{ readonly authorities: Authorities; readonly ledger: Ledger } | undefined> {
  const bundle = sandbox ? await readBundle(database, secret) : undefined;
  if (!bundle) return undefined;
  const ledger = ledgerOf(bundle);
  return { authorities: authoritiesOf(database, openAuthorities(bundle), ledger), ledger };
}

/** The chain whose keys are in the bundle. */
export function ledgerOf({ relayerKey, authorizerKey }: AuthoritiesBundle): Ledger {
  return createLedger(relayerKey, authorizerAddress(authorizerKey));
}

/**
 * What a reader takes on trust in this sandbox: its two roots, and by which rules the rest is read (Rule ST-13).
 * Roots alone, so that everything below them has to be proven.
 */
export async function sandboxAnchors(queries: Queries, secret: Secret): Promise<SandboxAnchors> {
  const bundle = await readBundle(queries, secret);
  const recipe = 'ascii-hex-sorted/1';
  if (!bundle) return { version: 'testigo-sandbox/1/none', anchors: [], recipe, endorsers: [] };
  const anchors = [
    anchorOf(bundle.root.certificate, 'signing'),
    anchorOf(bundle.stampingRoot.certificate, 'stamping'),
  ];
  const set = createHash('sha256').update(anchors.map(({ sha256 }) => sha256).join('\n'));
  const { checkpoints, endorser } = contractAddresses(bundle.relayerKey);
  return {
    version: `testigo-sandbox/1/${set.digest('hex').slice(0, 16)}`,
    anchors,
    recipe,
    endorsers: [{ network: sandboxNetwork, address: endorser, role: authorizerRole.slice(2) }],
    range: { network: sandboxNetwork, address: checkpoints },
    rpc: { network: sandboxNetwork, path: '/sandbox/rpc' },
    log: { path: '/sandbox/log', verifierKey: openLogSigner(bundle).verifierKey },
  };
}

/** Who signs the third party's checkpoints; undefined: the sandbox has no keys. */
export async function openLog(queries: Queries, secret: Secret): Promise<LogSigner | undefined> {
  const bundle = await readBundle(queries, secret);
  return bundle && openLogSigner(bundle);
}

/**
 * The responder of the sandbox's issuing authority (Rule ST-15): what is revoked in the database is revoked, what
 * is not in it was never issued. It opens the keys at its first query.
 */
export function openResponder(
  queries: Queries,
  secret: Secret,
  now: () => Date,
): (request: Uint8Array) => Promise<Uint8Array> {
  let opened: Promise<Keys | undefined> | undefined;
  return async (request) => {
    opened ??= readBundle(queries, secret).then((bundle) => bundle && openAuthorities(bundle));
    const keys = await opened;
    if (!keys) throw new ServiceError('not-found', 'This sandbox has no authorities.', { rule: 'ST-15' });
    const at = now();
    const statusOf = async (serial: string): Promise<CertificateStatus> => {
      const [row] = await queries.rows<{ revoked_at: Date | null }>(
        sql`select c.revoked_at from certificates c join issuers u on u.id = c.issuer_id
          where c.serial_number = ${serial} and u.hash = ${sha256(keys.issuing.certificate)}`,
      );
      if (!row) return { status: 'unknown' };
      const { revoked_at: revokedAt } = row;
      return revokedAt !== null && revokedAt <= at
        ? { status: 'revoked', at: revokedAt }
        : { status: 'good' };
    };
    return keys.answerOcspRequest(request, statusOf, at);
  };
}

function anchorOf(pem: string, use: SandboxAnchorUse): SandboxAnchor {
  const certificate = new X509Certificate(pem);
  const title = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject;
  return { title, pem, sha256: sha256(certificate.raw), use };
}

/** @throws SettingsError where the database's keys were sealed with another secret */
export async function readBundle(queries: Queries, secret: Secret): Promise<AuthoritiesBundle | undefined> {
  const sealed = await readState(queries, stateName);
  if (sealed === undefined) return undefined;
  let text: string;
  try {
    text = secret.unseal(sealed);
  } catch (error) {
    throw new SettingsError(
      'TESTIGO_DATA: the keys in the database were sealed with another secret; put back the file "secret" of the data folder they were made with.',
      { cause: error },
    );
  }
  // Written by storeAuthorities and unchanged since: the seal is authenticated.
  return JSON.parse(text) as AuthoritiesBundle;
}

function authoritiesOf(database: Database, keys: Keys, ledger: Ledger): Authorities {
  return {
    provider: sandboxProvider,
    issuers: [readCertificate(keys.issuing.certificate)],
    async signer(subjectId, tx: Queries = database) {
      const [row] = await tx.rows<{ certificate_id: string; signer: string }>(
        sql`select certificate_id, signer from signing_keys where subject_id = ${subjectId}`,
      );
      const signer = row && keys.signers.get(row.signer);
      return signer && { certificateId: row.certificate_id, sign: signer.signBeside };
    },
    answerOcsp: ({ certificatePem, revokedAt, at }) =>
      Promise.resolve(
        keys.answerOcsp(
          derOf(certificatePem),
          revokedAt !== null && revokedAt <= at ? { status: 'revoked', at: revokedAt } : { status: 'good' },
          at,
        ),
      ),
    stamp: (hash, at) => Promise.resolve(keys.stamp(new Uint8Array(Buffer.from(hash, 'hex')), at)),
    // The chain is in this database: each is a short transaction of its own, and a block is final as it stands.
    anchor: (root, at) =>
      database.transaction(async (tx) => {
        const standing = await ledger.standing(tx, 'anchors', root);
        return standing === undefined
          ? ledger.anchor(tx, root, at)
          : { txHash: standing, network: ledger.network };
      }),
    checkpoint: (root, treeSize, at) =>
      database.transaction(async (tx) => {
        if ((await ledger.standing(tx, 'checkpoints', root)) === undefined)
          await ledger.checkpoint(tx, root, treeSize, at);
        return true;
      }),
    authorizeClaim: (hash, claimer) => keys.authorizeClaim({ leaf: hash, to: claimer }),
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
