/**
 * A case with parties taken away one after another: what is still proven when nobody is believed? Only what they say
 * is taken; bytes that check themselves (a proof, a signature, a certificate) stay, whoever handed them over.
 */
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { ReportedCertificate, InviteFacts, WitnessFacts } from '#proofs/evidence/facts.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';

/** From believing everybody to believing nobody; each step takes away one more. */
export const beliefs = ['everybody', 'no-service', 'no-nodes', 'no-provider'] as const;

export type Belief = (typeof beliefs)[number];

export interface Case {
  readonly evidence: Evidence;
  readonly reader: VerificationContext;
}

/**
 * The case as it stands without:
 * `no-service` dates, states, names and events that the service tells, and the recipe and answers that came with it;
 * `no-nodes` also what nodes answered; `no-provider` also time-stamps, and every anchor that the reader pinned.
 */
export function believing(belief: Belief, evidence: Evidence, reader: VerificationContext): Case {
  const removed = beliefs.indexOf(belief);
  let left: Case = { evidence, reader };
  if (removed >= 1) left = withoutService(left);
  if (removed >= 2) left = { ...left, reader: { ...left.reader, exchanges: [] } };
  if (removed >= 3) left = withoutProvider(left);
  return left;
}

function withoutService({ evidence, reader }: Case): Case {
  const { witness, invites, declaredExchanges: _answers, events: _events, ...bytes } = evidence;
  // The recipe of a connection is what its service says of itself: without it every known one is tried.
  const { recipe: _recipe, ...trust } = reader.trust;
  return {
    evidence: {
      ...bytes,
      ...(witness && { witness: unreportedWitness(witness) }),
      ...(invites && { invites: invites.map(unreportedInvite) }),
    },
    reader: { ...reader, trust },
  };
}

/** Proofs, tokens and the claim's signature; of the anchors only where to look. */
function unreportedWitness({ hash, nom151, merkleized, external, claiming }: WitnessFacts): WitnessFacts {
  const { createdAt: _made, ...tree } = merkleized ?? {};
  const { createdAt: _created, timestamp: _stated, ...range } = external ?? {};
  return {
    hash,
    ...(nom151 && { nom151: { ...(nom151.token !== undefined && { token: nom151.token }) } }),
    ...(merkleized && { merkleized: tree }),
    ...(external && { external: range }),
    ...(claiming && { claiming }),
  };
}

function unreportedInvite({ signature, certificate, ocspResponse, witness }: InviteFacts): InviteFacts {
  return {
    ...(signature !== undefined && { signature }),
    ...(certificate && { certificate: unreportedCertificate(certificate) }),
    ...(ocspResponse !== undefined && { ocspResponse }),
    ...(witness && { witness: unreportedWitness(witness) }),
  };
}

function unreportedCertificate({ pem, issuerPem }: ReportedCertificate): ReportedCertificate {
  return { ...(pem !== undefined && { pem }), ...(issuerPem !== undefined && { issuerPem }) };
}

function withoutProvider({ evidence, reader }: Case): Case {
  const { witness, invites, ...rest } = evidence;
  return {
    evidence: {
      ...rest,
      ...(witness && { witness: unstamped(witness) }),
      ...(invites && {
        invites: invites.map((invite) => ({
          ...invite,
          ...(invite.witness && { witness: unstamped(invite.witness) }),
        })),
      }),
    },
    reader: { ...reader, trust: { ...reader.trust, anchors: [] } },
  };
}

function unstamped(witness: WitnessFacts): WitnessFacts {
  const { token: _own, ...nom151 } = witness.nom151 ?? {};
  const { token: _ofRoot, ...merkleized } = witness.merkleized ?? {};
  return {
    ...witness,
    ...(witness.nom151 && { nom151 }),
    ...(witness.merkleized && { merkleized }),
  };
}
