import { createHash } from 'node:crypto';
import { sql } from '../storage/database/sql.ts';
import { allOperations } from '#contract/operations/operations.ts';
import {
  certification,
  cursorList,
  list,
  namesNothing,
  nothingToConflict,
  one,
  openToAll,
  otherOrganization,
  unknownId,
} from './case-shapes.ts';
import type { CaseRequest, OperationCases } from './case-shapes.ts';
import { signDocument } from '../authorities/signer.ts';
import { hash } from './world.ts';
import type { World } from './world.ts';

const md5 = createHash('md5').update('').digest('hex');

const updateRequest = (address: (id: string) => string, inBody: boolean): OperationCases => {
  const named = (id: string): object => (inBody ? { id } : {});
  return {
    good: (w) => ({
      path: address(w.draft.id),
      input: { ...named(w.draft.id), name: 'Renamed', draft: false },
    }),
    malformed: (w) => [
      {
        path: address(w.draft.id),
        input: { ...named(w.draft.id), name: ' ' },
        status: 422,
        field: ['input', 'name'],
      },
      {
        path: address(w.draft.id),
        input: { ...named(w.draft.id), colour: 1 },
        status: 422,
        field: ['input', 'colour'],
      },
      inBody
        ? { path: address(''), input: { name: 'A' }, status: 422, field: ['input', 'id'] }
        : { path: address(w.draft.id), input: { id: w.request.id }, status: 422, field: ['input', 'id'] },
    ],
    other: (w) => [
      {
        path: address(w.draft.id),
        input: { ...named(w.draft.id), name: 'Mine' },
        as: w.other.key,
        status: 404,
      },
    ],
    missing: () => [{ path: address(unknownId), input: { ...named(unknownId), name: 'A' }, status: 404 }],
    conflict: async (w) => [
      {
        path: address(w.request.id),
        input: { ...named(w.request.id), draft: true },
        status: 409,
        field: ['input', 'draft'],
      },
      {
        path: address(w.request.id),
        input: { ...named(w.request.id), name: 'B' },
        status: 409,
        field: ['input', 'name'],
      },
    ],
  };
};

/** By the subject of the world's invite, with its own token. */
const answering =
  (verb: string) =>
  (w: World, id: string): CaseRequest => ({
    path: `/signature-request-invite/${id}/${verb}`,
    as: w.own.linked.token,
  });
const signing = answering('sign');
const rejecting = answering('reject');

/** What the subject's own program sends for the document of the world's request. */
const signed = (w: World): object => ({
  certificate: w.service.authorities.certificateOf(w.own.linked.id),
  signature: signDocument(w.request.bytes, w.service.authorities.signingKey.privateKey),
});

/** An invite of the subject that it rejected. */
async function answered(w: World): Promise<string> {
  const { id } = await w.service.createRequest(w.own);
  const invite = await w.service.invite(w.own, id, w.own.linked.id);
  await w.service.write('POST', `/signature-request-invite/${invite}/reject`, w.own.linked.token, {});
  return invite;
}

const named = {
  signFileUrl: {
    good: () => ({ path: `/sign-file-url?filePath=a%20b.pdf&md5Checksum=${md5}` }),
    malformed: () => [
      { path: `/sign-file-url?md5Checksum=${md5}`, status: 400, field: ['filePath'] },
      { path: '/sign-file-url?filePath=a.pdf', status: 400, field: ['md5Checksum'] },
      { path: '/sign-file-url?filePath=a.pdf&md5Checksum=xyz', status: 400, field: ['md5Checksum'] },
      { path: `/sign-file-url?filePath=a%2F..%2Fb&md5Checksum=${md5}`, status: 422, field: ['filePath'] },
      { path: `/sign-file-url?filePath=a%00b&md5Checksum=${md5}`, status: 422, field: ['filePath'] },
    ],
    other: (w) => [
      { path: `/sign-file-url?filePath=a.pdf&md5Checksum=${md5}`, as: w.outsider.token, status: 403 },
    ],
    missing: namesNothing,
    conflict: 'every address is a new version; a second PUT to one is shown with uploads (Rule UP-4)',
  },
  createSignatureRequest: {
    good: (w) => ({
      path: '/signature-request',
      input: { name: 'A', content: { pdf: w.request.key }, organization: w.own.id },
    }),
    malformed: (w) => {
      const input = { name: 'A', content: { pdf: w.request.key }, organization: w.own.id };
      const path = '/signature-request';
      return [
        { path, input: { ...input, name: undefined }, status: 422, field: ['input', 'name'] },
        { path, input: { ...input, name: 'x'.repeat(257) }, status: 422, field: ['input', 'name'] },
        { path, input: { ...input, draft: 'yes' }, status: 422, field: ['input', 'draft'] },
        { path, input: { ...input, colour: 1 }, status: 422, field: ['input', 'colour'] },
        { path, input: { ...input, content: {} }, status: 422, field: ['input', 'content'] },
        {
          path,
          input: { ...input, content: { pdf: 'a', raw: 'b' } },
          status: 422,
          field: ['input', 'content'],
        },
        { path, body: input, status: 422, field: ['input'] },
      ];
    },
    other: (w) => [
      {
        path: '/signature-request',
        input: { name: 'A', content: { pdf: w.request.key }, organization: w.own.id },
        as: w.other.key,
        status: 403,
        field: ['input', 'organization'],
      },
      {
        path: '/signature-request',
        input: { name: 'A', content: { pdf: w.request.key }, organization: w.other.id },
        as: w.other.key,
        status: 422,
        field: ['input', 'content', 'pdf'],
      },
    ],
    missing: (w) => [
      {
        path: '/signature-request',
        input: { name: 'A', content: { raw: 'never/came' }, organization: w.own.id },
        status: 422,
        field: ['input', 'content', 'raw'],
      },
    ],
    conflict: 'a new request conflicts with nothing; names may repeat',
  },
  updateSignatureRequest: updateRequest((id) => `/signature-request/${id}`, false),
  updateSignatureRequestByBody: updateRequest(() => '/signature-request', true),
  createInvite: {
    good: (w) => ({
      path: '/signature-request-invite',
      input: { signatureRequest: w.draft.id, subject: w.own.linked.id },
    }),
    malformed: (w) => [
      {
        path: '/signature-request-invite',
        input: { subject: w.own.linked.id },
        status: 422,
        field: ['input', 'signatureRequest'],
      },
      {
        path: '/signature-request-invite',
        input: { signatureRequest: w.draft.id, subject: 5 },
        status: 422,
        field: ['input', 'subject'],
      },
    ],
    other: (w) => [
      {
        path: '/signature-request-invite',
        input: { signatureRequest: w.draft.id, subject: w.own.linked.id },
        as: w.other.key,
        status: 404,
      },
      {
        path: '/signature-request-invite',
        input: { signatureRequest: w.draft.id, subject: w.outsider.id },
        status: 403,
        field: ['input', 'subject'],
      },
    ],
    missing: (w) => [
      {
        path: '/signature-request-invite',
        input: { signatureRequest: unknownId, subject: w.own.linked.id },
        status: 404,
      },
    ],
    conflict: async (w) => [
      {
        path: '/signature-request-invite',
        input: { signatureRequest: w.request.id, subject: w.own.linked.id },
        status: 409,
        field: ['input', 'subject'],
      },
    ],
  },
  findSubjects: list('/subject', { other: otherOrganization('/subject') }),
  readSubject: one('/subject', (w) => w.own.linked.id),
  listSubjects: list('/subjects', { other: otherOrganization('/subjects') }),
  readOrganizationLink: one('/organization-link', (w) => w.link),
  deleteOrganizationLink: {
    good: (w) => ({ path: `/organization-link?subject=${w.own.linked.id}&organization=${w.own.id}` }),
    malformed: (w) => [
      { path: '/organization-link', status: 400, field: ['id'] },
      { path: '/organization-link?id=x', status: 400, field: ['id'] },
      { path: `/organization-link?subject=${w.own.linked.id}`, status: 400, field: ['id'] },
    ],
    other: (w) => [{ path: `/organization-link?id=${w.link}`, as: w.other.key, status: 404 }],
    missing: () => [{ path: `/organization-link?id=${unknownId}`, status: 404 }],
    conflict: 'sent invites stay, so nothing holds a link back (Rule OL-3)',
  },
  createOrganizationMember: {
    good: async (w) => ({
      path: '/organization-member',
      input: { subject: (await w.service.subject({ linkedTo: w.own.id })).id, organization: w.own.id },
    }),
    malformed: (w) => [
      {
        path: '/organization-member',
        input: { organization: w.own.id },
        status: 422,
        field: ['input', 'subject'],
      },
    ],
    other: (w) => [
      {
        path: '/organization-member',
        input: { subject: w.outsider.id, organization: w.own.id },
        as: w.other.key,
        status: 403,
        field: ['input', 'organization'],
      },
    ],
    missing: (w) => [
      {
        path: '/organization-member',
        input: { subject: unknownId, organization: w.own.id },
        status: 404,
        field: ['input', 'subject'],
      },
    ],
    conflict: async (w) => [
      {
        path: '/organization-member',
        input: { subject: w.own.member.id, organization: w.own.id },
        status: 409,
        field: ['input', 'subject'],
      },
    ],
  },
  certifyWitness: certification('/nom151-certification'),
  scheduleGroupedCertification: certification('/schedule-grouped-nom151-certification'),
  listWitnesses: list('/witnesses', { other: otherOrganization('/witnesses') }),
  readEndorseEvent: {
    ...one('/endorse-event', (w) => w.token.event, { other: openToAll }),
    malformed: () => [{ path: `/endorse-event/${'x'.repeat(257)}`, status: 400, field: ['id'] }],
  },
  listEndorseEvents: cursorList('/endorse-events'),
  readServerTime: {
    good: () => ({ path: '/server-time' }),
    malformed: () => [],
    other: openToAll,
    missing: namesNothing,
    conflict: nothingToConflict,
  },
  listSignatureRequests: list('/signature-requests', { other: otherOrganization('/signature-requests') }),
  readSignatureRequest: one('/signature-request', (w) => w.request.id),
  readSignatureRequestTimeseries: {
    good: () => ({ path: '/signature-request-timeseries?granularity=day' }),
    malformed: () => [
      { path: '/signature-request-timeseries?granularity=week', status: 400, field: ['granularity'] },
      { path: '/signature-request-timeseries?timezone=Moon', status: 400, field: ['timezone'] },
      { path: '/signature-request-timeseries?limit=x', status: 400, field: ['limit'] },
    ],
    other: otherOrganization('/signature-request-timeseries'),
    missing: namesNothing,
    conflict: nothingToConflict,
  },
  listInvites: list('/signature-request-invites'),
  readInvite: one('/signature-request-invite', (w) => w.invite),
  signInvite: {
    good: (w) => ({ ...signing(w, w.invite), input: signed(w) }),
    malformed: (w) => [
      { ...signing(w, w.invite), input: {}, status: 422, field: ['input', 'certificate'] },
      { ...signing(w, 'xyz'), input: signed(w), status: 400, field: ['id'] },
      {
        ...signing(w, w.invite),
        input: { ...signed(w), signature: 'xyz' },
        status: 422,
        field: ['input', 'signature'],
      },
      {
        ...signing(w, w.invite),
        input: { ...signed(w), signature: 'ab'.repeat(256) },
        status: 422,
        field: ['input', 'signature'],
      },
      {
        ...signing(w, w.invite),
        input: { ...signed(w), certificate: 'none' },
        status: 422,
        field: ['input', 'certificate'],
      },
    ],
    other: (w) => [
      { ...signing(w, w.invite), input: signed(w), as: w.own.key, status: 403 },
      { ...signing(w, w.invite), input: signed(w), as: w.other.key, status: 404 },
      { ...signing(w, w.invite), input: signed(w), as: w.outsider.token, status: 404 },
    ],
    missing: (w) => [{ ...signing(w, unknownId), input: signed(w), status: 404 }],
    conflict: async (w) => [{ ...signing(w, await answered(w)), input: signed(w), status: 409 }],
  },
  rejectInvite: {
    good: (w) => ({ ...rejecting(w, w.secondInvite), input: {} }),
    malformed: (w) => [
      { ...rejecting(w, 'xyz'), input: {}, status: 400, field: ['id'] },
      { ...rejecting(w, w.invite), input: { colour: 1 }, status: 422, field: ['input', 'colour'] },
      { ...rejecting(w, w.invite), body: {}, status: 422, field: ['input'] },
    ],
    other: (w) => [
      { ...rejecting(w, w.invite), input: {}, as: w.own.key, status: 403 },
      { ...rejecting(w, w.invite), input: {}, as: w.outsider.token, status: 404 },
    ],
    missing: (w) => [{ ...rejecting(w, unknownId), input: {}, status: 404 }],
    conflict: async (w) => [{ ...rejecting(w, await answered(w)), input: {}, status: 409 }],
  },
  readSubjectByEvmAddress: {
    good: (w) => ({ path: `/subject-by-evm-address?EVMAddress=${w.own.linked.evmAddress}` }),
    malformed: () => [
      { path: '/subject-by-evm-address', status: 400, field: ['EVMAddress'] },
      { path: '/subject-by-evm-address?EVMAddress=0x12', status: 400, field: ['EVMAddress'] },
    ],
    other: (w) => [
      { path: `/subject-by-evm-address?EVMAddress=${w.own.linked.evmAddress}`, as: w.other.key, status: 404 },
    ],
    missing: () => [{ path: `/subject-by-evm-address?EVMAddress=0x${'0'.repeat(40)}`, status: 404 }],
    conflict: nothingToConflict,
  },
  readWitnessByHash: {
    good: (w) => ({ path: `/witness?hash=${w.witness.hash}`, as: w.other.key }),
    malformed: () => [
      { path: '/witness', status: 400, field: ['hash'] },
      { path: '/witness?hash=xyz', status: 400, field: ['hash'] },
    ],
    other: 'whoever has a key may look a witness up by its hash (Rule WN-4)',
    missing: () => [{ path: `/witness?hash=${'0'.repeat(64)}`, status: 404 }],
    conflict: nothingToConflict,
  },
  createWitness: {
    good: (w) => ({ path: '/witness', input: { hash: hash(), algorithm: 'SHA256', organization: w.own.id } }),
    malformed: (w) => [
      {
        path: '/witness',
        input: { hash: 'ab', algorithm: 'SHA256', organization: w.own.id },
        status: 422,
        field: ['input', 'hash'],
      },
      {
        path: '/witness',
        input: { hash: hash(), algorithm: 'MD5', organization: w.own.id },
        status: 422,
        field: ['input', 'algorithm'],
      },
    ],
    other: (w) => [
      {
        path: '/witness',
        input: { hash: hash(), algorithm: 'SHA256', organization: w.own.id },
        as: w.other.key,
        status: 403,
        field: ['input', 'organization'],
      },
    ],
    missing: namesNothing,
    conflict: async (w) => [
      {
        path: '/witness',
        input: { hash: `0x${w.witness.hash.toUpperCase()}`, algorithm: 'SHA256', organization: w.own.id },
        status: 409,
        field: ['input', 'hash'],
      },
    ],
  },
  updateWitness: {
    good: (w) => ({ path: '/witness', input: { id: w.witness.id, initialOwner: w.own.linked.id } }),
    malformed: (w) => [
      { path: '/witness', input: { id: w.witness.id }, status: 422, field: ['input', 'initialOwner'] },
      { path: '/witness', input: { initialOwner: w.own.linked.id }, status: 422, field: ['input', 'id'] },
    ],
    other: (w) => [
      {
        path: '/witness',
        input: { id: w.witness.id, initialOwner: w.own.linked.id },
        as: w.other.key,
        status: 404,
      },
    ],
    missing: (w) => [
      { path: '/witness', input: { id: unknownId, initialOwner: w.own.linked.id }, status: 404 },
      {
        path: '/witness',
        input: { id: w.witness.id, initialOwner: unknownId },
        status: 422,
        field: ['input', 'initialOwner'],
      },
    ],
    conflict: async (w) => {
      const { id } = await w.service.write('POST', '/witness', w.own.key, {
        hash: hash(),
        algorithm: 'SHA256',
        organization: w.own.id,
      });
      await w.service.write('PUT', '/witness', w.own.key, { id, initialOwner: w.own.linked.id });
      return [{ path: '/witness', input: { id, initialOwner: w.own.member.id }, status: 409 }];
    },
  },
  listOrganizationLinks: list('/organization-links', { other: otherOrganization('/organization-links') }),
  createOrganizationLink: {
    good: (w) => ({ path: '/organization-link', input: { organization: w.own.id }, as: w.outsider.token }),
    malformed: (w) => [
      {
        path: '/organization-link',
        input: {},
        as: w.outsider.token,
        status: 422,
        field: ['input', 'organization'],
      },
    ],
    other: (w) => [
      { path: '/organization-link', input: { organization: w.own.id }, as: w.other.key, status: 403 },
      {
        path: '/organization-link',
        input: { organization: w.own.id, subject: w.own.linked.id },
        as: w.outsider.token,
        status: 403,
        field: ['input', 'subject'],
      },
    ],
    missing: (w) => [
      { path: '/organization-link', input: { organization: unknownId }, as: w.outsider.token, status: 404 },
    ],
    conflict: async (w) => [
      { path: '/organization-link', input: { organization: w.own.id }, as: w.own.linked.token, status: 409 },
    ],
  },
  deleteOrganizationMember: {
    good: async (w) => {
      const id = await w.service.member(w.own.id, (await w.service.subject()).id);
      return { path: `/organization-member?id=${id}` };
    },
    malformed: () => [
      { path: '/organization-member', status: 400, field: ['id'] },
      { path: '/organization-member?id=x', status: 400, field: ['id'] },
    ],
    other: (w) => [{ path: `/organization-member?id=${w.membership}`, as: w.other.key, status: 404 }],
    missing: () => [{ path: `/organization-member?id=${unknownId}`, status: 404 }],
    conflict: async (w) => {
      const { key } = await w.service.organization();
      const { results } = await w.service.get<{ results: { id: string }[] }>('/organization-members', key);
      return [{ path: `/organization-member?id=${results[0]?.id}`, as: key, status: 409 }];
    },
  },
  updateOrganization: {
    good: (w) => ({
      path: '/organization',
      input: { id: w.own.id, name: 'Renamed', policies: { signatureRequest: { conservation: 'NOM151' } } },
    }),
    malformed: (w) => [
      { path: '/organization', input: { name: 'A' }, status: 422, field: ['input', 'id'] },
      {
        path: '/organization',
        input: { id: w.own.id, emailAddress: 'nobody' },
        status: 422,
        field: ['input', 'emailAddress'],
      },
      {
        path: '/organization',
        input: { id: w.own.id, policies: { signatureRequest: { conservation: 'PAPER' } } },
        status: 422,
        field: ['input', 'policies', 'signatureRequest', 'conservation'],
      },
    ],
    other: (w) => [
      {
        path: '/organization',
        input: { id: w.own.id, name: 'Mine' },
        as: w.other.key,
        status: 403,
        field: ['input', 'id'],
      },
    ],
    missing: () => [
      { path: '/organization', input: { id: unknownId, name: 'A' }, status: 403, field: ['input', 'id'] },
    ],
    conflict: 'the last word counts; an organization has no state that a profile could conflict with',
  },
  createApiKey: {
    good: (w) => ({ path: '/api-key', input: { name: 'Second', organization: w.own.id } }),
    malformed: (w) => [
      { path: '/api-key', input: { organization: w.own.id }, status: 422, field: ['input', 'name'] },
    ],
    other: (w) => [
      {
        path: '/api-key',
        input: { name: 'Mine', organization: w.own.id },
        as: w.other.key,
        status: 403,
        field: ['input', 'organization'],
      },
    ],
    missing: namesNothing,
    conflict: 'names of keys may repeat',
  },
  updateApiKey: {
    good: (w) => ({ path: '/api-key', input: { id: w.apiKey, name: 'Renamed' } }),
    malformed: (w) => [
      { path: '/api-key', input: { name: 'A' }, status: 422, field: ['input', 'id'] },
      { path: '/api-key', input: { id: w.apiKey, enabled: 'no' }, status: 422, field: ['input', 'enabled'] },
    ],
    other: (w) => [
      { path: '/api-key', input: { id: w.apiKey, enabled: false }, as: w.other.key, status: 404 },
    ],
    missing: () => [{ path: '/api-key', input: { id: unknownId, enabled: false }, status: 404 }],
    conflict: 'switching off twice says the same twice',
  },
  deleteApiKey: {
    good: async (w) => {
      const input = { name: 'To be deleted', organization: w.own.id };
      const { id } = await w.service.write('POST', '/api-key', w.own.key, input);
      return { path: `/api-key?id=${String(id)}` };
    },
    malformed: () => [
      { path: '/api-key', status: 400, field: ['id'] },
      { path: '/api-key?id=x', status: 400, field: ['id'] },
    ],
    other: (w) => [{ path: `/api-key?id=${w.apiKey}`, as: w.other.key, status: 404 }],
    missing: () => [{ path: `/api-key?id=${unknownId}`, status: 404 }],
    conflict: 'a key that is in use may be deleted: that is what it is for',
  },
  listCertificates: list('/certificates'),
  readCertificate: one('/certificate', (w) => w.certificate),
  listIssuers: list('/issuers', { other: openToAll }),
  readIssuer: one('/issuer', (w) => w.issuer, { other: openToAll }),
  listWallets: cursorList('/wallets'),
  readWallet: {
    ...one('/wallet', (w) => w.token.wallet, { other: openToAll }),
    missing: () => [{ path: `/wallet/0x${'0'.repeat(40)}`, status: 404 }],
  },
  listEndorsables: cursorList('/endorsables'),
  readEndorsable: {
    ...one('/endorsable', (w) => w.token.id, { other: openToAll }),
    missing: () => [{ path: '/endorsable/12', status: 404 }],
  },
  readOrganization: one('/organization', (w) => w.own.id),
  listOrganizations: list('/organizations'),
  readPreservation: {
    good: (w) => ({ path: `/organization/${w.own.id}/preservation` }),
    malformed: () => [{ path: '/organization/xyz/preservation', status: 400, field: ['id'] }],
    other: (w) => [
      { path: `/organization/${w.own.id}/preservation`, as: w.other.key, status: 404 },
      { path: `/organization/${w.own.id}/preservation`, as: w.outsider.token, status: 404 },
    ],
    missing: () => [{ path: `/organization/${unknownId}/preservation`, status: 404 }],
    conflict: nothingToConflict,
  },
  listOrganizationMembers: list('/organization-members', {
    other: otherOrganization('/organization-members'),
  }),
  listApiKeys: list('/api-keys', { other: otherOrganization('/api-keys') }),
  readContent: {
    good: (w) => ({ path: `/content/${encodeURIComponent(w.request.key)}` }),
    malformed: () => [{ path: `/content/${'x'.repeat(2049)}`, status: 400, field: ['key'] }],
    other: (w) => [{ path: `/content/${encodeURIComponent(w.request.key)}`, as: w.other.key, status: 404 }],
    missing: () => [{ path: '/content/never-came', status: 404 }],
    conflict: nothingToConflict,
  },
  readNom151Token: {
    good: async (w) => {
      const path = `/nom151-certification?witnessId=${w.witness.id}`;
      const body = { witnessId: w.witness.id };
      await w.service.request(`/rest/v1${path}`, { method: 'POST', as: w.own.key, body });
      return { path: `/nom151-token?hash=${w.witness.hash}` };
    },
    malformed: () => [{ path: '/nom151-token', status: 400, field: ['hash'] }],
    other: 'whoever has a key may read the certificate over a hash, as the witness itself (Rule WN-4)',
    missing: () => [{ path: `/nom151-token?hash=${'0'.repeat(64)}`, status: 404 }],
    conflict: nothingToConflict,
  },
  readOpenApi: {
    good: () => ({ path: '/openapi.json' }),
    malformed: () => [],
    other: openToAll,
    missing: namesNothing,
    conflict: nothingToConflict,
  },
} as const satisfies Record<string, OperationCases>;

const bucket = 2892 * 604_800;

/** The rate families are one operation in many names. */
function rateCases(name: string): OperationCases {
  const { path } = allOperations[name] ?? { path: '' };
  if (name.startsWith('list:')) return cursorList(path);
  const address = (id: string | number): string => path.replace('{id}', String(id));
  return {
    good: async ({ service }) => {
      await service.database.rows(rateRow(path));
      return { path: address(bucket) };
    },
    malformed: () => [{ path: address('abc'), status: 404, field: ['id'] }],
    other: openToAll,
    missing: () => [
      { path: address(604_800), status: 404 },
      { path: address(9_999_999_999), status: 404 },
      ...(path.includes('weekly') ? [{ path: address(604_801), status: 404 }] : []),
    ],
    conflict: nothingToConflict,
  };
}

function rateRow(path: string): ReturnType<typeof sql> {
  const [, family = '', pair = ''] = /^\/(median|\w+-bucket)-(\w+)-rate\//.exec(path) ?? [];
  if (family === 'median')
    return sql`insert into rate_medians (pair, id, median, inverse) values (${pair}, ${bucket}, 17.5, 0.057) on conflict do nothing`;
  return sql`insert into rate_buckets values (${family}, ${pair}, ${bucket}, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3) on conflict do nothing`;
}

/** The cases of every operation of the table; one without cases fails the table's test. */
export const casesOf = (name: string): OperationCases | undefined => {
  const known: Readonly<Record<string, OperationCases>> = named;
  if (Object.hasOwn(known, name)) return known[name];
  return /^(read:|list:)|^readWeeklyRate$/.test(name) ? rateCases(name) : undefined;
};
