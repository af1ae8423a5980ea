import { z } from 'zod/mini';
import {
  ApiKeyFields,
  OrganizationFields,
  OrganizationLinkFields,
  OrganizationMemberFields,
} from './organization.ts';
import { registerFacts } from '../schema/schema-facts.ts';
import { ContentFields, SignatureRequestFields, SignatureRequestInviteFields } from './signature-request.ts';
import { CertificateFields, IssuerFields, SubjectFields } from './subject.ts';
import { EndorsableFields, EndorseEventFields, WalletFields } from './token.ts';
import { WitnessFields } from './witness.ts';

// Every edge between resources is drawn here and nowhere else. An edge is a getter, so that the cycle can
// be built; its type is written out, because a cycle of this size is too deep for the compiler to infer.

export interface Subject extends z.infer<typeof SubjectFields> {
  certificate?: Certificate | null | undefined;
  termsInvite?: SignatureRequestInvite | null | undefined;
  wallet?: Wallet | null | undefined;
}
export const Subject = z.extend(SubjectFields, {
  get certificate(): z.ZodMiniType<Certificate | null | undefined> {
    return z.nullish(Certificate);
  },
  get termsInvite(): z.ZodMiniType<SignatureRequestInvite | null | undefined> {
    return z.nullish(SignatureRequestInvite);
  },
  get wallet(): z.ZodMiniType<Wallet | null | undefined> {
    return z.nullish(Wallet);
  },
});
registerFacts(Subject, {
  name: 'Subject',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'commonName', 'serialNumber', 'RFC', 'EVMAddress', 'createdAt', 'updatedAt'],
});

export interface Certificate extends z.infer<typeof CertificateFields> {
  issuer?: Issuer | null | undefined;
  subject?: Subject | null | undefined;
}
export const Certificate = z.extend(CertificateFields, {
  get issuer(): z.ZodMiniType<Issuer | null | undefined> {
    return z.nullish(Issuer);
  },
  get subject(): z.ZodMiniType<Subject | null | undefined> {
    return z.nullish(Subject);
  },
});
registerFacts(Certificate, {
  name: 'Certificate',
  kind: 'resource',
  tier: 'documented',
  required: [
    'id',
    'serialNumber',
    'issuer',
    'notBefore',
    'notAfter',
    'subject',
    'publicKey',
    'version',
    'hash',
    'certificatePem',
    'revoked',
    'createdAt',
    'updatedAt',
  ],
});

export const Issuer = IssuerFields;
export type Issuer = z.infer<typeof IssuerFields>;
registerFacts(Issuer, {
  name: 'Issuer',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'hash', 'commonName', 'publicKey', 'certificatePem', 'createdAt', 'updatedAt'],
});

export const Organization = OrganizationFields;
export type Organization = z.infer<typeof OrganizationFields>;
registerFacts(Organization, {
  name: 'Organization',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'name', 'quota', 'policies', 'createdAt', 'updatedAt'],
});

export interface OrganizationLink extends z.infer<typeof OrganizationLinkFields> {
  subject?: Subject | null | undefined;
  organization?: Organization | null | undefined;
}
export const OrganizationLink = z.extend(OrganizationLinkFields, {
  get subject(): z.ZodMiniType<Subject | null | undefined> {
    return z.nullish(Subject);
  },
  get organization(): z.ZodMiniType<Organization | null | undefined> {
    return z.nullish(Organization);
  },
});
registerFacts(OrganizationLink, {
  name: 'OrganizationLink',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'subject', 'organization', 'createdAt', 'updatedAt'],
});

export interface OrganizationMember extends z.infer<typeof OrganizationMemberFields> {
  subject?: Subject | null | undefined;
  organization?: Organization | null | undefined;
}
export const OrganizationMember = z.extend(OrganizationMemberFields, {
  get subject(): z.ZodMiniType<Subject | null | undefined> {
    return z.nullish(Subject);
  },
  get organization(): z.ZodMiniType<Organization | null | undefined> {
    return z.nullish(Organization);
  },
});
registerFacts(OrganizationMember, {
  name: 'OrganizationMember',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'subject', 'organization', 'createdAt', 'updatedAt'],
});

export interface ApiKey extends z.infer<typeof ApiKeyFields> {
  organization?: Organization | null | undefined;
}
export const ApiKey = z.extend(ApiKeyFields, {
  get organization(): z.ZodMiniType<Organization | null | undefined> {
    return z.nullish(Organization);
  },
});
registerFacts(ApiKey, { name: 'ApiKey', kind: 'resource', tier: 'published' });

export interface Witness extends z.infer<typeof WitnessFields> {
  organization?: Organization | null | undefined;
  initialOwner?: Subject | null | undefined;
  signatureRequest?: SignatureRequest | null | undefined;
  endorsable?: Endorsable | null | undefined;
}
export const Witness = z.extend(WitnessFields, {
  get organization(): z.ZodMiniType<Organization | null | undefined> {
    return z.nullish(Organization);
  },
  get initialOwner(): z.ZodMiniType<Subject | null | undefined> {
    return z.nullish(Subject);
  },
  get signatureRequest(): z.ZodMiniType<SignatureRequest | null | undefined> {
    return z.nullish(SignatureRequest);
  },
  get endorsable(): z.ZodMiniType<Endorsable | null | undefined> {
    return z.nullish(Endorsable);
  },
});
registerFacts(Witness, {
  name: 'Witness',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'hash', 'algorithm', 'organization', 'createdAt', 'updatedAt'],
  otherNames: { witnessCo: 'witnessExternal' },
});

export interface Content extends z.infer<typeof ContentFields> {
  debtor?: string | Subject | null | undefined;
  creditor?: string | Subject | null | undefined;
}
export const Content = z.extend(ContentFields, {
  get debtor(): z.ZodMiniType<string | Subject | null | undefined> {
    return z.nullish(z.union([z.string(), Subject]));
  },
  get creditor(): z.ZodMiniType<string | Subject | null | undefined> {
    return z.nullish(z.union([z.string(), Subject]));
  },
});
registerFacts(Content, { name: 'Content', kind: 'part', tier: 'documented', prefixes: ['raw'] });

export interface SignatureRequest extends z.infer<typeof SignatureRequestFields> {
  content?: Content | null | undefined;
  organization?: Organization | null | undefined;
  witness?: Witness | null | undefined;
  invites?: SignatureRequestInvite[] | null | undefined;
}
export const SignatureRequest = z.extend(SignatureRequestFields, {
  get content(): z.ZodMiniType<Content | null | undefined> {
    return z.nullish(Content);
  },
  get organization(): z.ZodMiniType<Organization | null | undefined> {
    return z.nullish(Organization);
  },
  get witness(): z.ZodMiniType<Witness | null | undefined> {
    return z.nullish(Witness);
  },
  get invites(): z.ZodMiniType<SignatureRequestInvite[] | null | undefined> {
    return z.nullish(z.array(SignatureRequestInvite));
  },
});
registerFacts(SignatureRequest, {
  name: 'SignatureRequest',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'draft', 'finalized', 'name', 'content', 'organization', 'createdAt', 'updatedAt'],
});

export interface SignatureRequestInvite extends z.infer<typeof SignatureRequestInviteFields> {
  signatureRequest?: SignatureRequest | null | undefined;
  subject?: Subject | null | undefined;
  certificate?: Certificate | null | undefined;
  witness?: Witness | null | undefined;
}
export const SignatureRequestInvite = z.extend(SignatureRequestInviteFields, {
  get signatureRequest(): z.ZodMiniType<SignatureRequest | null | undefined> {
    return z.nullish(SignatureRequest);
  },
  get subject(): z.ZodMiniType<Subject | null | undefined> {
    return z.nullish(Subject);
  },
  get certificate(): z.ZodMiniType<Certificate | null | undefined> {
    return z.nullish(Certificate);
  },
  get witness(): z.ZodMiniType<Witness | null | undefined> {
    return z.nullish(Witness);
  },
});
registerFacts(SignatureRequestInvite, {
  name: 'SignatureRequestInvite',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'signatureRequest', 'subject', 'status', 'createdAt', 'updatedAt'],
});

/** Pages of nested collections (Rule WI-9). */
export const PageInfo = z.looseObject({
  hasNextPage: z.nullish(z.boolean()),
  hasPreviousPage: z.nullish(z.boolean()),
  startCursor: z.nullish(z.string()),
  endCursor: z.nullish(z.string()),
});
export type PageInfo = z.infer<typeof PageInfo>;
registerFacts(PageInfo, {
  name: 'PageInfo',
  kind: 'part',
  tier: 'documented',
  required: ['hasNextPage', 'hasPreviousPage'],
});

export interface EndorsablePage {
  items?: Endorsable[] | null | undefined;
  pageInfo?: PageInfo | null | undefined;
}
export const EndorsablePage = z.looseObject({
  get items(): z.ZodMiniType<Endorsable[] | null | undefined> {
    return z.nullish(z.array(Endorsable));
  },
  pageInfo: z.nullish(PageInfo),
});
registerFacts(EndorsablePage, { name: 'EndorsablePage', kind: 'page', tier: 'documented' });

export interface EndorseEventPage {
  items?: EndorseEvent[] | null | undefined;
  pageInfo?: PageInfo | null | undefined;
}
export const EndorseEventPage = z.looseObject({
  get items(): z.ZodMiniType<EndorseEvent[] | null | undefined> {
    return z.nullish(z.array(EndorseEvent));
  },
  pageInfo: z.nullish(PageInfo),
});
registerFacts(EndorseEventPage, { name: 'EndorseEventPage', kind: 'page', tier: 'documented' });

export interface Wallet extends z.infer<typeof WalletFields> {
  endorsables?: EndorsablePage | null | undefined;
  endorseFromEvents?: EndorseEventPage | null | undefined;
  endorseToEvents?: EndorseEventPage | null | undefined;
  subject?: Subject | null | undefined;
}
export const Wallet = z.extend(WalletFields, {
  get endorsables(): z.ZodMiniType<EndorsablePage | null | undefined> {
    return z.nullish(EndorsablePage);
  },
  get endorseFromEvents(): z.ZodMiniType<EndorseEventPage | null | undefined> {
    return z.nullish(EndorseEventPage);
  },
  get endorseToEvents(): z.ZodMiniType<EndorseEventPage | null | undefined> {
    return z.nullish(EndorseEventPage);
  },
  get subject(): z.ZodMiniType<Subject | null | undefined> {
    return z.nullish(Subject);
  },
});
registerFacts(Wallet, { name: 'Wallet', kind: 'resource', tier: 'documented', required: ['id'] });

export interface Endorsable extends z.infer<typeof EndorsableFields> {
  owner?: Wallet | null | undefined;
  endorseEvents?: EndorseEventPage | null | undefined;
  witness?: Witness | null | undefined;
}
export const Endorsable = z.extend(EndorsableFields, {
  get owner(): z.ZodMiniType<Wallet | null | undefined> {
    return z.nullish(Wallet);
  },
  get endorseEvents(): z.ZodMiniType<EndorseEventPage | null | undefined> {
    return z.nullish(EndorseEventPage);
  },
  get witness(): z.ZodMiniType<Witness | null | undefined> {
    return z.nullish(Witness);
  },
});
registerFacts(Endorsable, {
  name: 'Endorsable',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'ownerId', 'timestamp', 'network'],
});

export interface EndorseEvent extends z.infer<typeof EndorseEventFields> {
  from?: Wallet | null | undefined;
  to?: Wallet | null | undefined;
  token?: Endorsable | null | undefined;
}
export const EndorseEvent = z.extend(EndorseEventFields, {
  get from(): z.ZodMiniType<Wallet | null | undefined> {
    return z.nullish(Wallet);
  },
  get to(): z.ZodMiniType<Wallet | null | undefined> {
    return z.nullish(Wallet);
  },
  get token(): z.ZodMiniType<Endorsable | null | undefined> {
    return z.nullish(Endorsable);
  },
});
registerFacts(EndorseEvent, {
  name: 'EndorseEvent',
  kind: 'resource',
  tier: 'documented',
  required: ['id', 'timestamp', 'fromId', 'toId', 'digest', 'network'],
});
