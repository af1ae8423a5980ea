import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { certificates } from '#client/families/people/certificates.ts';
import { issuers } from '#client/families/people/issuers.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import { serialsOnWire } from '#widgets/people/serial-number.ts';
import { certificateChoice, namedChoices } from './found-choices.tsx';
import { mentions, type Recognised } from './recognise.ts';

/** How many of a kind are offered. */
const most = 6;

/** Requests by a part of their name, each with its witness and its token. The tokens take one query for all of them. */
export function useRequestsNamed(name: string, enabled: boolean) {
  const { client, capabilities } = useConnection();
  const mine = useOrganizationFilter();
  const named = useQuery({
    ...signatureRequests(client).whole({ search: { name }, ...mine }, most),
    enabled: enabled && offers(capabilities, 'listSignatureRequests'),
  });
  const found = named.data?.items.slice(0, most) ?? [];
  const ids = found.flatMap(({ witness }) => witness?.id ?? []);
  const witnessed = useQuery({
    ...witnesses(client).page({ _id: { in: ids } }, 1, most),
    enabled: enabled && ids.length > 0,
  });
  const byId = new Map(witnessed.data?.items.map((witness) => [witness.id, witness]));
  const choices = enabled ? found.flatMap((one) => namedChoices(one, byId.get(one.witness?.id))) : [];
  return { queries: [named, witnessed], choices };
}

/** Certificates by their serial number, which looks like the beginning of a hash, an MD5 digest or a token's number. */
export function useCertificatesBySerial({ kind, value }: Recognised) {
  const { client, capabilities } = useConnection();
  const isSerial = kind === 'prefix' || kind === 'md5' || kind === 'token';
  const enabled = isSerial && offers(capabilities, 'listCertificates');
  const query = useQuery({
    ...certificates(client).page({ serialNumber: { in: serialsOnWire(value) } }, 1, most),
    enabled,
  });
  const found = enabled ? (query.data?.items ?? []) : [];
  return { query, choices: found.flatMap((one) => certificateChoice(one) ?? []) };
}

/** Issuers are few, and no argument of the interface finds one by a part of its name. */
export function useIssuersNamed(name: string, enabled: boolean) {
  const { client, capabilities } = useConnection();
  return useQuery({
    ...issuers(client).page({}, 1, 100),
    select: ({ items }) => items.filter(({ commonName }) => mentions(commonName ?? '', name)).slice(0, most),
    enabled: enabled && offers(capabilities, 'listIssuers'),
    staleTime: 60_000,
  });
}
