import { z } from 'zod/mini';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import { SandboxExpectation } from '#contract/sandbox/sandbox.ts';
import caseData from './cases.json' with { type: 'json' };
import clauseData from './clauses.json' with { type: 'json' };
import peopleData from './people.json' with { type: 'json' };
import requestData from './requests.json' with { type: 'json' };
import tokenData from './tokens.json' with { type: 'json' };
import witnessData from './witnesses.json' with { type: 'json' };

// The demo as tables. Ages are days before the instant at which the demo is seeded; `note` is for whoever reads a row.

/** The two organizations of the demo, and the one of the test cases. */
const OrganizationKey = z.enum(['ceibal', 'nube', 'casos']);
export type OrganizationKey = z.infer<typeof OrganizationKey>;

const subjectKeys = new Set(peopleData.map(({ key }) => key));

/** Names a person or a company of `people.json`. */
const SubjectKey = z.string().check(z.refine((key) => subjectKeys.has(key), 'not in people.json'));
export type SubjectKey = z.infer<typeof SubjectKey>;

/** The strategy that conserves a document, as the interface names it. */
const Conservation = z.enum(['NOM151', 'MERKLEIZED', 'WITNESS_CO']);
export type Conservation = z.infer<typeof Conservation>;

/** Templates of contracts, which have clauses and become a PDF. */
const ContractTemplate = z.enum([
  'lease',
  'employment',
  'settlement',
  'confidentiality',
  'supply',
  'minutes',
  'amendment',
  'power',
  'services',
]);

/** How a document is made; the kind of its content follows from it. */
const Template = z.enum([...ContractTemplate.options, 'letter', 'notice', 'pagare']);
export type Template = z.infer<typeof Template>;

const holders = { linkedTo: z.array(OrganizationKey), memberOf: z.array(OrganizationKey) };
const certificate = {
  certificateAge: z.int(),
  /** The day on which its holder lost the key; signatures from before stay valid. */
  revokedAge: z.exactOptional(z.int()),
};

const Person = z.strictObject({
  key: SubjectKey,
  given: z.string(),
  first: z.string(),
  second: z.string(),
  born: z.iso.date(),
  sex: z.enum(['H', 'M']),
  /** The code of a state in a CURP. */
  birthplace: z.string(),
  ...certificate,
  ...holders,
});
export type PersonRow = ReadonlyDeep<z.infer<typeof Person>>;

const Company = z.strictObject({
  key: SubjectKey,
  company: z.string(),
  founded: z.iso.date(),
  representative: SubjectKey,
  ...certificate,
  ...holders,
});

export type SubjectRow = PersonRow | ReadonlyDeep<z.infer<typeof Company>>;

export const subjectRows: readonly SubjectRow[] = z.array(z.union([Person, Company])).parse(peopleData);

const RequestRow = z.strictObject({
  key: z.string(),
  organization: OrganizationKey,
  title: z.string(),
  note: z.exactOptional(z.string()),
  template: Template,
  age: z.int(),
  /** In the order of the invites. */
  signers: z.pipe(
    z.record(SubjectKey, z.enum(['signed', 'rejected', 'pending'])),
    z.transform((answers) => Object.entries(answers)),
  ),
  conservation: Conservation,
  nom151: z.exactOptional(z.literal(true)),
  /** Strategies that were requested afterwards. */
  also: z.exactOptional(z.array(Conservation)),
  /** The digest by which the responder names its signers' certificates; absent for SHA-1, which is customary. */
  ocspDigest: z.exactOptional(z.literal('sha256')),
  /** Text that a signer signed instead of the document. */
  signedText: z.exactOptional(z.record(SubjectKey, z.string())),
  draft: z.exactOptional(z.literal(true)),
  /** Pages of a PDF; one where absent. */
  pages: z.exactOptional(z.int()),
  /** Pagarés only; the amount is in pesos. */
  debt: z.exactOptional(z.strictObject({ amount: z.string(), debtor: SubjectKey, creditor: SubjectKey })),
});
export type RequestRow = ReadonlyDeep<z.infer<typeof RequestRow>>;

/** Every request of the demo, oldest first within an organization. */
export const requestRows: readonly RequestRow[] = z.array(RequestRow).parse(requestData);

/** A document hash witnessed through the interface, without a request. */
const WitnessRow = z.strictObject({
  key: z.string(),
  organization: OrganizationKey,
  /** The text whose SHA-256 was sent; the service never received the text. */
  text: z.string(),
  age: z.int(),
  conservation: z.array(Conservation),
});
export type WitnessRow = ReadonlyDeep<z.infer<typeof WitnessRow>>;

export const witnessRows: readonly WitnessRow[] = z.array(WitnessRow).parse(witnessData);

const endorsements = {
  /** False: the owner may claim the token and has not. */
  claimed: z.boolean(),
  /** Who claimed it instead of the initial owner: a test case. */
  claimedBy: z.exactOptional(SubjectKey),
  /** The subjects to whose wallets it was transferred, in order. */
  endorsedTo: z.array(SubjectKey),
};
const TokenRow = z.strictObject({ request: z.string(), initialOwner: SubjectKey, ...endorsements });
export type TokenRow = ReadonlyDeep<z.infer<typeof TokenRow>>;

export const tokenRows: readonly TokenRow[] = z.array(TokenRow).parse(tokenData);

/** One test case: a contract that one person signed, clean or with one defect (Rule ST-14). */
const CaseRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  note: z.exactOptional(z.string()),
  template: ContractTemplate,
  signer: SubjectKey,
  /** The processed strategies of the document's witness; empty while it is pending. */
  strategies: z.array(Conservation),
  /** 30 where absent. */
  age: z.exactOptional(z.int()),
  /** What was signed instead of the document. */
  signedText: z.exactOptional(z.string()),
  /** Age of the Merkle batch of its signature, where that is later than the reported day. */
  provenAge: z.exactOptional(z.int()),
  /** Its signer made its time-stamps, with the key of the signature. */
  ownStamps: z.exactOptional(z.literal(true)),
  /** The witness of its signature was never processed. */
  unproven: z.exactOptional(z.literal(true)),
  /** Its document is a token of its signer, who may claim it. */
  token: z.exactOptional(z.strictObject(endorsements)),
  expected: z.array(SandboxExpectation),
  /** What is expected when the chain is read as well, where that differs. */
  onChain: z.exactOptional(z.array(SandboxExpectation)),
});
export type CaseRow = ReadonlyDeep<z.infer<typeof CaseRow>>;

export const caseRows: readonly CaseRow[] = z.array(CaseRow).parse(caseData);

const Clause = z.strictObject({ heading: z.string(), text: z.string() });

/**
 * What contracts say: how each kind begins (`{titulo}`, `{organizacion}` and `{partes}` are filled in), the clauses
 * that only it has (`{documento}` stands for its title), and those that any contract may have after them.
 */
export const {
  openings,
  specific: specificClauses,
  common: commonClauses,
} = z
  .strictObject({
    openings: z.record(ContractTemplate, z.string()),
    specific: z.record(ContractTemplate, z.array(Clause)),
    common: z.array(Clause),
  })
  .parse(clauseData);
