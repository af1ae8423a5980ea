import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { certificates } from '#client/families/people/certificates.ts';
import { issuers } from '#client/families/people/issuers.ts';
import { endorseEvents } from '#client/families/tokens/endorse-events.ts';
import { invites } from '#client/families/requests/invites.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import type { Choice } from './choice.ts';
import {
  certificateChoice,
  eventChoice,
  inviteChoice,
  issuerChoice,
  personChoices,
  requestChoice,
  subjectChoice,
  walletChoice,
  witnessChoice,
} from './found-choices.tsx';
import type { Recognised } from './recognise.ts';
import { useCertificatesBySerial, useIssuersNamed, useRequestsNamed } from './use-named.ts';

export interface Results {
  readonly choices: readonly Choice[];
  readonly looking: boolean;
  /** Why not everything could be requested. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/** Asks the service for what was recognised: an id may be of several kinds, so all are requested side by side. */
export function useResults(what: Recognised): Results {
  const { client, capabilities } = useConnection();
  const mine = useOrganizationFilter();
  const { kind, value } = useSettled(what);
  const settled = value === what.value;
  const byId = kind === 'id';
  const bare = value.replace(/^0x/, '');
  const words = (kind === 'text' || kind === 'prefix') && value.length >= 3;

  const request = useQuery({ ...signatureRequests(client).one(value), enabled: byId });
  const witness = useQuery({ ...witnesses(client).one(value), enabled: byId });
  const subject = useQuery({ ...subjects(client).one(value), enabled: byId });
  const invite = useQuery({
    ...invites(client).one(value),
    enabled: byId && offers(capabilities, 'readInvite'),
  });
  const certificate = useQuery({
    ...certificates(client).one(value),
    enabled: byId && offers(capabilities, 'readCertificate'),
  });
  const issuer = useQuery({
    ...issuers(client).one(value),
    enabled: byId && offers(capabilities, 'readIssuer'),
  });
  const event = useQuery({ ...endorseEvents(client).one(value), enabled: kind === 'event' });
  const atAddress = useQuery({
    ...subjects(client).byEvmAddress(value),
    enabled: kind === 'address' && offers(capabilities, 'readSubjectByEvmAddress'),
  });
  const ofHash = useQuery({
    ...witnesses(client).ofAnybody(bare),
    enabled: kind === 'hash' || kind === 'transaction',
  });
  // No argument of the interface finds a witness by its transaction: the anchored ones are looked through.
  const anchored = useQuery({
    ...witnesses(client).whole({ merkleized: { exists: true } }),
    enabled: kind === 'transaction',
    staleTime: 60_000,
  });
  // Nor one by the beginning of its hash.
  const listed = useQuery({
    ...witnesses(client).whole({ ...mine }),
    enabled: kind === 'prefix',
    staleTime: 60_000,
  });
  // A service that does not read a person by the address may still list them by it.
  const people = useQuery({
    ...subjects(client).find(value, 6),
    enabled:
      words ||
      (kind === 'address' && (atAddress.isError || !offers(capabilities, 'readSubjectByEvmAddress'))),
  });
  const named = useRequestsNamed(value, words);
  const bySerial = useCertificatesBySerial({ kind, value });
  const authorities = useIssuersNamed(value, words);

  const byPrefix =
    kind === 'prefix'
      ? (listed.data?.items.filter(({ hash }) => hash?.toLowerCase().startsWith(value)).slice(0, 6) ?? [])
      : [];
  const all = [
    ...[request, witness, subject, invite, certificate, issuer, event],
    ...[atAddress, ofHash, anchored, listed, people, ...named.queries, bySerial.query, authorities],
  ];
  const failed = all.filter(({ error }) => error !== null && !isNothing(error));
  const byTransaction =
    kind === 'transaction'
      ? (anchored.data?.items.filter(({ merkleized }) => sameHex(merkleized?.txHash, bare)).slice(0, 8) ?? [])
      : [];
  const choices = [
    ...(byId && request.data ? [requestChoice(request.data)] : []),
    ...(byId && witness.data ? [witnessChoice(witness.data)] : []),
    ...(byId && subject.data ? [subjectChoice(subject.data)] : []),
    ...(byId && invite.data ? [inviteChoice(invite.data)] : []),
    ...(byId && certificate.data ? [certificateChoice(certificate.data)] : []),
    ...(byId && issuer.data ? [issuerChoice(issuer.data)] : []),
    ...(kind === 'event' && event.data ? [eventChoice(event.data)] : []),
    ...(kind === 'address' && atAddress.data ? [subjectChoice(atAddress.data)] : []),
    ...((kind === 'hash' || kind === 'transaction') && ofHash.data ? [witnessChoice(ofHash.data)] : []),
    ...(kind === 'address' ? [walletChoice(value)] : []),
    ...[...byTransaction, ...byPrefix].map(witnessChoice),
    ...bySerial.choices,
    ...named.choices,
    ...(((kind === 'address' && !atAddress.data) || words) && people.data
      ? people.data.flatMap(personChoices)
      : []),
    ...(words && authorities.data ? authorities.data.map(issuerChoice) : []),
  ].filter((choice) => choice !== undefined);
  return {
    choices: settled ? withoutRepeats(choices) : [],
    looking: !settled || all.some(({ isFetching }) => isFetching),
    /** Why not everything could be requested. */
    failure: failed[0]?.error,
    retry: () => failed.forEach((one) => void one.refetch()),
  };
}

/** One thing may be found in two ways. */
function withoutRepeats(choices: readonly Choice[]): Choice[] {
  return choices.filter(({ id }, at) => choices.findIndex((one) => one.id === id) === at);
}

/** Not found is an answer. */
function isNothing(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && (error.kind === 'not-found' || error.kind === 'absent');
}

function sameHex(found: string | null | undefined, bare: string): boolean {
  return found?.toLowerCase().replace(/^0x/, '') === bare;
}

/** What was pasted is requested at once; what is being typed, after a pause. `what` is one object as long as it says the same. */
function useSettled(what: Recognised): Recognised {
  const [settled, setSettled] = useState<Recognised>(what);
  const wait = what.kind === 'text' ? 180 : 0;
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(what);
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [what, wait]);
  return settled;
}
