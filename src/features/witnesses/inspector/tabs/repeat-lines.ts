/** The shell lines for everything in a case that a terminal can repeat. */
import type { CheckId } from '#proofs/check.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { InviteFacts } from '#proofs/evidence/facts.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { ocspLines, signatureLines, stampLines } from '#widgets/drawings/commands/shell-evidence.ts';
import { pathLines, type ShellBlock } from '#widgets/drawings/commands/shell-lines.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { checkAt, checkOf } from '../place.ts';

/** @param signer whose signature is repeated, from 0 */
export function repeatBlocks(
  evidence: Evidence,
  report: Report,
  { trust, now }: VerificationContext,
  signer: number,
): ShellBlock[] {
  const { witness, invites } = evidence;
  const paths = (['merkleized.root', 'external.root'] as const).map((id) => {
    const check = checkOf(report, id);
    return check && pathLines(check);
  });
  const token = witness?.nom151?.token;
  const stamp =
    witness === undefined || token === undefined
      ? undefined
      : stampLines({
          token,
          digest: bare(witness.hash),
          anchors: trust.anchors.map(({ pem }) => pem),
          at: now,
        });
  const held = (section: string, ids: readonly CheckId[]): boolean =>
    ids.every((id) => checkAt(report, { section, id })?.status === 'PASSED');
  const key = `invites[${signer}]`;
  const invite = invites?.[signer];
  return [
    ...paths,
    promising(stamp, held('witness', ['nom151.imprint', 'nom151.signature', 'nom151.path'])),
    ...(invite === undefined
      ? []
      : ofInvite(invite, evidence.documentDigest ?? witness?.hash, now, {
          signature: held(key, ['signature.rsa']),
          ocsp: held(key, ['ocsp.cert', 'ocsp.signature']),
        })),
  ].filter((block) => block !== undefined);
}

/** What a command should print is said only where the same was found here. */
function promising(block: ShellBlock | undefined, held: boolean): ShellBlock | undefined {
  if (block === undefined || held) return block;
  return { ...block, lines: block.lines.map(({ expected: _unfounded, ...line }) => line) };
}

function ofInvite(
  invite: InviteFacts,
  digest: string | undefined,
  at: number,
  held: { readonly signature: boolean; readonly ocsp: boolean },
): (ShellBlock | undefined)[] {
  const { signature, certificate, ocspResponse } = invite;
  const { pem, issuerPem } = certificate ?? {};
  if (pem === undefined) return [];
  return [
    promising(
      signature === undefined || digest === undefined
        ? undefined
        : signatureLines({ certificate: pem, signature: bare(signature), digest: bare(digest) }),
      held.signature,
    ),
    promising(
      ocspResponse === undefined || issuerPem === undefined
        ? undefined
        : ocspLines({ response: ocspResponse, certificate: pem, issuer: issuerPem, at }),
      held.ocsp,
    ),
  ];
}

const bare = (hex: string): string => hex.toLowerCase().replace(/^0x/, '');
