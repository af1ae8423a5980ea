import { useMutation, useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { ApiError } from '#client/http/errors.ts';
import { invites } from '#client/families/requests/invites.ts';
import { organizationLinks, type RemovedLink } from '#client/families/people/organizations.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { inviteStatus, isKnownStatus } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { describeFailure } from '../failure/describe-failure.ts';
import { paths, withQuery } from '../paths.ts';
import css from './remove-link.module.css';

/** Requests that are named; of more, how many. */
const named = 5;

/** Removes a link once what follows is read: what no longer works, and which invites wait. */
export function RemoveLink({
  link,
  person,
  onDone,
  onRemoved,
}: {
  link: RemovedLink;
  person: { readonly id: string | undefined; readonly name: string };
  /** It is removed, or the user cancelled. */
  onDone: () => void;
  onRemoved?: (() => void) | undefined;
}) {
  const { client, capabilities } = useConnection();
  const snack = useSnack();
  const { name } = person;
  const read = useQuery({
    ...invites(client).whole({ subject: { eq: person.id ?? '' }, accessScope: 'Organization' }, 500),
    enabled: offers(capabilities, 'listInvites') && person.id !== undefined,
  });
  const waiting = read.data?.items.filter((invite) => inviteStatus(invite) === 'PENDING');
  // An invite that was not read, or whose status is not known, may wait too.
  const isWhole =
    read.data?.complete && read.data.items.every((invite) => isKnownStatus(inviteStatus(invite) ?? ''));
  const remove = useMutation({
    ...organizationLinks(client).remove(),
    onSuccess: ({ subject }) => {
      snack({ text: m.organization_link_removed({ name: visibleName(subject?.commonName) ?? name }) });
      onDone();
      onRemoved?.();
    },
  });
  return (
    <ConfirmInPlace
      title={m.organization_link_remove_title({ name })}
      text={
        remove.error ? (
          failureText(remove.error, name)
        ) : (
          <div className={css.consequence}>
            <span>{m.organization_link_remove_text()}</span>
            <span role="status">
              {read.isLoading
                ? m.common_loading()
                : waiting === undefined || !isWhole
                  ? m.organization_link_pending_unknown()
                  : waiting.length === 0
                    ? m.organization_link_pending_none()
                    : m.organization_link_pending({ count: waiting.length })}
            </span>
            {waiting && waiting.length > 0 && <Waiting waiting={waiting} person={person.id} />}
          </div>
        )
      }
      confirm={m.organization_link_remove()}
      keep={m.organization_link_keep()}
      working={remove.isPending}
      onConfirm={() => remove.mutate(link)}
      onKeep={onDone}
    />
  );
}

function failureText(error: unknown, name: string): string {
  const { text } = describeFailure(error);
  return error instanceof ApiError && error.kind === 'not-found'
    ? `${m.linking_no_link({ name })} ${text}`
    : text;
}

/** What waits for an answer, by the names of the requests. */
function Waiting({
  waiting,
  person,
}: {
  waiting: readonly SignatureRequestInvite[];
  person: string | undefined;
}) {
  const { client, capabilities } = useConnection();
  const first = waiting.slice(0, named);
  const requests = useHydrated(
    client,
    'listSignatureRequests',
    offers(capabilities, 'listSignatureRequests')
      ? first.flatMap(({ signatureRequest }) => (isStub(signatureRequest) ? [signatureRequest.id] : []))
      : [],
  );
  return (
    <ul aria-label={m.linking_waiting()}>
      {first.map(({ id, signatureRequest }) => {
        const request = requests[signatureRequest?.id ?? ''] ?? signatureRequest;
        const name = visibleName(request?.name) ?? m.requests_unnamed();
        return <li key={id}>{request?.id ? <Link to={paths.request(request.id)}>{name}</Link> : name}</li>;
      })}
      {waiting.length > named && (
        <li>
          <Link to={withQuery(paths.requests, { signer: person })}>
            {m.linking_waiting_more({ count: waiting.length - named })}
          </Link>
        </li>
      )}
    </ul>
  );
}
