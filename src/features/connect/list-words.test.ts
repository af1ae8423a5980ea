import { expect, it } from 'vitest';
import { m } from '#i18n/messages.ts';
import { absentListWords, unknownListWords } from './list-words.ts';

it('the lists that a service does not offer are named in one order, whichever answered first', () => {
  const of = (absent: ('listInvites' | 'listSignatureRequests' | 'listOrganizationMembers')[]) =>
    absentListWords({ absent, present: [], foundAt: '' });
  const inOrder = [m.connect_absent_requests(), m.connect_absent_invites(), m.connect_absent_members()];
  expect(of(['listOrganizationMembers', 'listInvites', 'listSignatureRequests'])).toEqual(inOrder);
  expect(of(['listSignatureRequests', 'listInvites', 'listOrganizationMembers'])).toEqual(inOrder);
});

it('a list that neither answered nor is absent is not known', () => {
  const known = ['listSignatureRequests', 'listInvites', 'listOrganizations', 'listCertificates'] as const;
  expect(unknownListWords({ absent: [known[0]], present: known.slice(1), foundAt: '' })).toEqual([
    m.connect_absent_links(),
    m.connect_absent_members(),
  ]);
});
