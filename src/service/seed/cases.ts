import type { SandboxExpectation } from '#contract/sandbox.ts';
import type { SubjectKey } from './people.ts';
import { createRandom } from './random.ts';
import type { SeedInvite, SeedRequest, SeedWitness, Story } from './story.ts';
import type { Conservation, Template, TokenRow } from './story-rows.ts';

/** One story of the organization of test cases: a contract that one person signed, clean or with one defect. */
export interface CaseRow {
  readonly name: string;
  readonly title: string;
  readonly template: Exclude<Template, 'letter' | 'notice' | 'pagare'>;
  readonly signer: SubjectKey;
  /** What the document's witness is conserved by; nothing where it waits. */
  readonly strategies: readonly Conservation[];
  /** Days before now; a month when not said. */
  readonly age?: number;
  /** What was signed, where it was not the document. */
  readonly signedText?: string;
  /** Days before now on which its signature came into a Merkle batch, where that was later than it is told. */
  readonly provenAge?: number;
  /** Its signer made the time-stamps of it, by the key of the signature. */
  readonly ownStamps?: true;
  /** Its signature's witness was never processed. */
  readonly unproven?: true;
  /** Its document is a token of its signer, who may claim it: a story of endorsements. */
  readonly token?: Omit<TokenRow, 'request' | 'initialOwner'>;
  readonly expected: readonly SandboxExpectation[];
  /** What falls when the chain is asked, where that is something else. */
  readonly onChain?: readonly SandboxExpectation[];
}

const failed = (section: string, check: string, reason: string): SandboxExpectation => ({
  check,
  status: 'FAILED',
  reason,
  section,
});
const open = (section: string, check: string, reason: string): SandboxExpectation => ({
  check,
  status: 'INDETERMINATE',
  reason,
  section,
});

/** Passed on three times, among people who hold no token of the demo: what is told falsely of a wallet is of theirs alone. */
const passedOn = {
  claimed: true,
  endorsedTo: ['itzel-xool', 'gabriela-solis', 'ricardo-beltran'],
} as const;
const tokenCase = { strategies: ['NOM151', 'MERKLEIZED', 'WITNESS_CO'], age: 140 } as const;
const headMismatch = failed('token', 'token.head', 'X_ENDORSE_HEAD_MISMATCH');

export const caseRows = [
  {
    name: 'clean-contract',
    title: 'Caso 1. Contrato de servicios en regla',
    template: 'services',
    signer: 'rodrigo-aranda',
    strategies: ['NOM151', 'MERKLEIZED', 'WITNESS_CO'],
    expected: [],
  },
  {
    name: 'wrong-sibling',
    title: 'Caso 2. Contrato de suministro, prueba de Merkle con un nodo alterado',
    template: 'supply',
    signer: 'maria-ortega',
    strategies: ['MERKLEIZED'],
    expected: [failed('witness', 'merkleized.root', 'X_PROOF_ROOT_MISMATCH')],
  },
  {
    name: 'mismatched-signature',
    title: 'Caso 3. Convenio modificatorio, firma de otra versión',
    template: 'amendment',
    signer: 'luis-canche',
    strategies: ['NOM151', 'MERKLEIZED'],
    signedText: 'Convenio modificatorio, borrador anterior\n',
    expected: [
      failed('invites[0]', 'signature.rsa', 'SIG_CRYPTO_FAILURE'),
      // What its holder did sign cannot be read from a signature: of which text it is stays open.
      open('invites[0]', 'signature.document', 'SIGNED_DATA_NOT_FOUND'),
    ],
  },
  {
    name: 'revoked-before-signing',
    title: 'Caso 4. Convenio de confidencialidad, certificado revocado antes de firmar',
    template: 'confidentiality',
    signer: 'jorge-trevino',
    strategies: ['NOM151', 'MERKLEIZED'],
    // Its holder's certificate was revoked twelve days ago.
    age: 6,
    expected: [failed('invites[0]', 'ocsp.status', 'REVOKED')],
  },
  {
    name: 'revoked-after-signing',
    title: 'Caso 5. Contrato de trabajo, certificado revocado después de firmar',
    template: 'employment',
    signer: 'jorge-trevino',
    strategies: ['NOM151', 'MERKLEIZED'],
    // The signature was proven while the certificate stood: what came later takes nothing from it.
    expected: [],
  },
  {
    name: 'stale-ocsp',
    title: 'Caso 6. Contrato de arrendamiento, respuesta OCSP anterior a la política',
    template: 'lease',
    signer: 'ana-pech',
    strategies: ['MERKLEIZED'],
    expected: [open('invites[0]', 'ocsp.time', 'X_OCSP_STALE')],
  },
  {
    name: 'constancia-over-another-hash',
    title: 'Caso 7. Finiquito, constancia sobre otro resumen',
    template: 'settlement',
    signer: 'rodrigo-aranda',
    strategies: ['NOM151'],
    expected: [
      failed('witness', 'nom151.imprint', 'X_STAMP_IMPRINT_MISMATCH'),
      // Of another hash, it proves no time of this one.
      open('witness', 'nom151.time', 'NO_POE'),
    ],
  },
  {
    name: 'contradicting-fields',
    title: 'Caso 8. Acta de asamblea, datos que se contradicen',
    template: 'minutes',
    signer: 'hector-ibarra',
    strategies: ['NOM151', 'MERKLEIZED'],
    unproven: true,
    expected: [
      failed('case', 'case.contradictions', 'X_SERVER_CONTRADICTION'),
      failed('case', 'case.times', 'X_TIME_CONFLICT'),
      // Nothing proves when it was signed, so the response of that day says nothing of today.
      open('invites[0]', 'ocsp.time', 'X_OCSP_STALE'),
    ],
  },
  {
    name: 'pending-strategy',
    title: 'Caso 9. Poder especial, conservación pendiente',
    template: 'power',
    signer: 'maria-ortega',
    strategies: [],
    expected: ['merkleized.shape', 'merkleized.root', 'merkleized.anchor'].map((check) =>
      open('witness', check, 'X_ANCHOR_PENDING'),
    ),
  },
  {
    name: 'one-of-two-proofs-fails',
    title: 'Caso 10. Contrato de servicios, una de dos pruebas de existencia falla',
    template: 'services',
    signer: 'ana-pech',
    strategies: ['NOM151', 'WITNESS_CO'],
    expected: [failed('witness', 'external.root', 'X_PROOF_ROOT_MISMATCH')],
  },
  {
    ...tokenCase,
    name: 'whole-chain',
    title: 'Caso 11. Contrato de suministro, cadena de endosos en regla',
    template: 'supply',
    signer: 'rodrigo-aranda',
    token: passedOn,
    expected: [],
  },
  {
    ...tokenCase,
    name: 'gap-in-chain',
    title: 'Caso 12. Contrato de arrendamiento, falta un endoso de la cadena',
    template: 'lease',
    signer: 'rodrigo-aranda',
    token: passedOn,
    expected: [failed('token', 'token.continuity', 'X_ENDORSE_GAP')],
    // Every link stands on the chain: it was left out of what is told.
    onChain: [],
  },
  {
    ...tokenCase,
    name: 'head-not-owner',
    title: 'Caso 13. Contrato de servicios, el último endoso no es de quien figura como titular',
    template: 'services',
    signer: 'ana-pech',
    token: passedOn,
    // The chain has the same links, and another holder than the one that is told.
    expected: [headMismatch],
  },
  {
    ...tokenCase,
    name: 'first-holder-not-initial-owner',
    title: 'Caso 14. Poder especial, lo reclamó quien no es su primer titular',
    template: 'power',
    signer: 'luis-canche',
    // The authorizer had let somebody else claim it as well, who came first: so it stands on the chain.
    token: { claimed: true, claimedBy: 'itzel-xool', endorsedTo: ['gabriela-solis'] },
    expected: [failed('token', 'token.first', 'X_ENDORSE_FIRST_OWNER')],
  },
  {
    ...tokenCase,
    name: 'mixed-networks',
    title: 'Caso 15. Convenio modificatorio, endosos de dos redes',
    template: 'amendment',
    signer: 'rodrigo-aranda',
    token: passedOn,
    // Events of several networks are several chains: none of them is judged as one.
    expected: ['continuity', 'head', 'first', 'order', 'network'].map((name) =>
      open('token', `token.${name}`, 'X_ENDORSE_MIXED_NETWORKS'),
    ),
    // There is one network, and everything happened on it.
    onChain: [],
  },
  {
    ...tokenCase,
    name: 'page-that-never-comes',
    title: 'Caso 16. Acta de asamblea, una página de endosos que no llega',
    template: 'minutes',
    signer: 'ana-pech',
    token: passedOn,
    expected: [open('token', 'token.complete', 'X_ENDORSE_INCOMPLETE')],
    // What was on the missing page stands on the chain; what else is on it may have come after the last final block.
    onChain: [open('token', 'token.head', 'X_ENDORSE_INCOMPLETE')],
  },
  {
    ...tokenCase,
    name: 'claim-of-another-key',
    title: 'Caso 17. Convenio de confidencialidad, reclamación firmada con otra llave',
    template: 'confidentiality',
    signer: 'maria-ortega',
    // Nobody can claim it: the contract refuses such an authorization.
    token: { claimed: false, endorsedTo: [] },
    expected: [failed('claim', 'claim.signature', 'X_CLAIM_SIGNER_MISMATCH')],
  },
  {
    name: 'stamp-by-revoked-signer',
    title: 'Caso 18. Convenio de colaboración, constancias hechas por quien firma con su llave revocada',
    template: 'services',
    signer: 'jorge-trevino',
    strategies: ['NOM151'],
    // Signed six days ago and told as if it had been a month: its holder's certificate was revoked in between.
    provenAge: 6,
    ownStamps: true,
    expected: [
      // The key of a signer dates nothing, and its certificate leads to no anchor for time-stamps.
      ...['invites[0].witness', 'witness'].flatMap((section) => [
        failed(section, 'nom151.signer', 'SIG_CONSTRAINTS_FAILURE'),
        open(section, 'nom151.path', 'NO_CERTIFICATE_CHAIN_FOUND'),
        open(section, 'nom151.time', 'NO_POE'),
      ]),
      // The earliest time that is proven is that of the Merkle batch, after the revocation.
      failed('invites[0]', 'ocsp.status', 'REVOKED'),
    ],
  },
] as const satisfies readonly CaseRow[];

export type CaseName = (typeof caseRows)[number]['name'];

/** What stays open in a story for want of a chain, as it does in the clean one of its kind. */
export function baselineOf({ strategies, unproven, token, expected }: CaseRow): SandboxExpectation[] {
  const unread = (section: string, ...checks: string[]): SandboxExpectation[] =>
    checks.map((check) => open(section, check, 'X_ANCHOR_NOT_CHECKED'));
  return [
    ...(strategies.includes('MERKLEIZED') ? unread('witness', 'merkleized.anchor') : []),
    ...(strategies.includes('WITNESS_CO') ? unread('witness', 'external.anchor', 'external.time') : []),
    ...(unproven ? [] : unread('invites[0].witness', 'merkleized.anchor')),
    ...(token ? unread('claim', 'claim.role') : []),
    // Consistent as the service tells it, which is its word alone.
    ...(token?.claimed ? ['continuity', 'head', 'first', 'complete', 'order', 'network'] : [])
      .map((name) => open('token', `token.${name}`, 'X_SERVER_WORD'))
      .filter(({ check }) => expected.every((one) => one.check !== check)),
  ];
}

/** The organization of the test cases and what happened in it, told like the demo's story and with its subjects. */
export function planCases(story: Story, seed: number, now: Date): Story {
  const random = createRandom(`${seed}/cases`);
  const createdAt = story.organizations[0]?.createdAt ?? now;
  const rows: readonly CaseRow[] = caseRows;
  const joins = (subjects: readonly SubjectKey[], kind: string): Story['links'] =>
    subjects.map((subject, index) => {
      const at = new Date(createdAt.getTime() + (90 * 24 + index) * hour);
      return {
        id: random.fork(`${kind}/${subject}`).objectId(at),
        subject,
        organization: 'casos',
        createdAt: at,
      };
    });
  return {
    organizations: [
      {
        key: 'casos',
        id: random.fork('organization').objectId(createdAt),
        name: 'Casos de prueba',
        emailAddress: 'casos@testigo.example',
        conservation: 'MERKLEIZED',
        // Nothing is left: what is certified on request would no longer be what a story tells.
        quota: { API: true, nom151: 0, groupedNOM151: 0 },
        createdAt,
      },
    ],
    subjects: story.subjects,
    links: joins([...new Set(rows.map(({ signer }) => signer))], 'link'),
    members: joins(['rodrigo-aranda'], 'member'),
    requests: rows.map((row, index) => planCase(row, index, now, random.fork(row.name))),
    witnesses: [],
    tokens: rows.flatMap(({ name, signer, token }) =>
      token ? [{ ...token, request: name, initialOwner: signer }] : [],
    ),
    rates: [],
    otherRates: [],
  };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** All of a day within its office hours, and one Merkle batch at its end. */
function planCase(
  row: CaseRow,
  index: number,
  now: Date,
  random: ReturnType<typeof createRandom>,
): SeedRequest {
  const morning = officeDay(now, row.age ?? 30);
  const at = (milliseconds: number): Date => new Date(morning + milliseconds);
  const created = (index % 10) * 31 * minute;
  const signed = created + 3 * hour + 7 * minute;
  const createdAt = at(created);
  const signedAt = at(signed);
  const batchAt = new Date(
    (row.provenAge === undefined ? morning : officeDay(now, row.provenAge)) + 11 * hour,
  );
  const own = { organization: 'casos' as const };
  const ofSignature: SeedWitness = {
    id: random.objectId(signedAt),
    ...own,
    createdAt: signedAt,
    ...(row.ownStamps ? { nom151At: at(signed + 16_000) } : {}),
    ...(row.unproven ? {} : { merkleizedAt: batchAt }),
  };
  const witnessedAt = at(signed + 800);
  const witness: SeedWitness = {
    id: random.objectId(witnessedAt),
    ...own,
    createdAt: witnessedAt,
    ...(row.strategies.includes('NOM151') ? { nom151At: at(signed + 24_000) } : {}),
    ...(row.strategies.includes('MERKLEIZED') ? { merkleizedAt: batchAt } : {}),
    ...(row.strategies.includes('WITNESS_CO') ? { externalAt: at(signed + 3 * minute) } : {}),
    ...(row.token ? { initialOwner: row.signer } : {}),
  };
  const invite: SeedInvite = {
    id: random.objectId(at(created + 20_000)),
    subject: row.signer,
    createdAt: at(created + 20_000),
    answer: {
      status: 'signed',
      at: signedAt,
      witness: ofSignature,
      ...(row.signedText === undefined ? {} : { over: row.signedText }),
    },
  };
  return {
    key: row.name,
    id: random.objectId(createdAt),
    ...own,
    name: row.title,
    kind: 'PDF',
    filePath: `casos/${row.name}.pdf`,
    draft: false,
    nom151: row.strategies.includes('NOM151'),
    createdAt,
    updatedAt: batchAt,
    sentAt: at(created + minute),
    finalizedAt: signedAt,
    invites: [invite],
    witness,
    template: row.template,
    pages: 1,
  };
}

/** Nine in the morning in Mexico (UTC−6), that many days before now, or on the Friday before a weekend. */
function officeDay(now: Date, age: number): number {
  const offset = 6 * hour;
  let local = Math.floor((now.getTime() - offset) / day) * day - age * day;
  while (new Date(local).getUTCDay() % 6 === 0) local -= day;
  return local + offset + 9 * hour;
}
