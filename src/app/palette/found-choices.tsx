import EventIcon from '@mui/icons-material/SwapHorizOutlined';
import RequestIcon from '@mui/icons-material/DescriptionOutlined';
import type {
  Certificate,
  EndorseEvent,
  Issuer,
  SignatureRequest,
  SignatureRequestInvite,
  Subject,
  Witness,
} from '#contract/resources/resources.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { networkName } from '#widgets/network-name.ts';
import { formatSerialNumber } from '#widgets/people/serial-number.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Choice } from './choice.ts';
import { lookOfThing } from './thing-look.tsx';

export function requestChoice({ id, name }: SignatureRequest): Choice | undefined {
  if (!id) return undefined;
  return {
    id: `request-${id}`,
    label: name ?? id,
    ...lookOfThing('request'),
    to: paths.request(id),
  };
}

export function witnessChoice({ id, hash, signatureRequest }: Witness): Choice | undefined {
  if (!id) return undefined;
  return {
    id: `witness-${id}`,
    label: visibleName(signatureRequest?.name) ?? hash ?? id,
    ...lookOfThing('witness'),
    // One of another organization tells no request, and is found by its hash alone.
    to: paths.witness(signatureRequest?.id ? id : (hash ?? id)),
  };
}

/**
 * A request that was found by its name, then its witness and its token under the same name.
 *
 * @param witness as the service lists it, where it is known: it alone tells the token
 */
export function namedChoices(request: SignatureRequest, witness: Witness | undefined): Choice[] {
  const { id, name } = request;
  const token = witness?.endorsable?.id;
  return [
    requestChoice(request),
    request.witness?.id
      ? witnessChoice({ id: request.witness.id, signatureRequest: { id, name } })
      : undefined,
    token == null ? undefined : tokenChoice(String(token), visibleName(name)),
  ].filter((choice) => choice !== undefined);
}

/** A token by its number, under the name of its document where that is known. */
export function tokenChoice(token: string, name?: string): Choice {
  return { id: `token-${token}`, label: name ?? token, ...lookOfThing('token'), to: paths.token(token) };
}

/** Somebody who was found, then their certificate. */
export function personChoices(subject: Subject): Choice[] {
  return [
    subjectChoice(subject),
    subject.certificate ? certificateChoice({ ...subject.certificate, subject }) : undefined,
  ].filter((choice) => choice !== undefined);
}

export function subjectChoice({ id, commonName, RFC }: Subject): Choice | undefined {
  if (!id) return undefined;
  return {
    id: `subject-${id}`,
    label: visibleName(commonName) ?? id,
    ...lookOfThing('subject'),
    detail: [m.shell_palette_subject(), RFC].filter(Boolean).join(' · '),
    to: paths.subject(id),
  };
}

/** An invite has no page of its own: it is on that of its request. */
export function inviteChoice({ id, signatureRequest, subject }: SignatureRequestInvite): Choice | undefined {
  if (!id || !signatureRequest?.id) return undefined;
  return {
    id: `invite-${id}`,
    label: visibleName(subject?.commonName) ?? visibleName(signatureRequest.name) ?? id,
    detail: [m.shell_palette_invite(), subject?.commonName ? visibleName(signatureRequest.name) : undefined]
      .filter(Boolean)
      .join(' · '),
    icon: <RequestIcon />,
    to: paths.request(signatureRequest.id),
  };
}

/** A change of hands leads to its token, at itself. */
export function eventChoice({ id, digest, network }: EndorseEvent): Choice | undefined {
  const token = digest == null ? undefined : String(digest);
  if (!id || !token) return undefined;
  return {
    id: `event-${id}`,
    label: m.shell_palette_event(),
    detail: networkName(network),
    icon: <EventIcon />,
    to: paths.token(token, id),
  };
}

export function certificateChoice({ id, serialNumber, subject }: Certificate): Choice | undefined {
  if (!id) return undefined;
  return {
    id: `certificate-${id}`,
    label: visibleName(subject?.commonName) ?? formatSerialNumber(serialNumber) ?? id,
    ...lookOfThing('certificate'),
    to: paths.certificate(id),
  };
}

export function issuerChoice({ id, commonName }: Issuer): Choice | undefined {
  if (!id) return undefined;
  return {
    id: `issuer-${id}`,
    label: visibleName(commonName) ?? id,
    ...lookOfThing('issuer'),
    to: paths.issuer(id),
  };
}

/** Whose tokens are at an address: it has a page whether or not the directory knows it. */
export function walletChoice(address: string): Choice {
  return { id: `wallet-${address}`, label: address, ...lookOfThing('wallet'), to: paths.wallet(address) };
}
