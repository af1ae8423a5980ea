import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import InviteIcon from '@mui/icons-material/PersonAddOutlined';
import LinkOffIcon from '@mui/icons-material/LinkOffOutlined';
import { offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks } from '#client/families/people/organizations.ts';
import { requestChanges } from '#client/families/requests/request-changes.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import type { UnlinkedSigner } from '#jobs/store/record-shapes.ts';
import { unlinkedSigners } from '#jobs/store/follow-ups.ts';
import { knownRequests } from '#jobs/store/known-requests.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row } from '#ui/layout/card.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { linkAddress } from '#widgets/linking/link-address.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { Refusal } from '../actions/refusal.tsx';
import { nameOf } from '../request-cells.tsx';
import css from './unlinked-signers.module.css';

/**
 * Who was chosen in the composer without a link: they stay here, by the record of this browser, until they are linked
 * and invited, or taken off.
 */
export function UnlinkedSigners({ request }: { request: SignatureRequest }) {
  const { client, capabilities, organization } = useConnection();
  const id = request.id ?? '';
  const invited = new Set((request.invites ?? []).map(({ subject }) => subject?.id));
  const stored = useQuery(unlinkedSigners(client.scope).list()).data ?? [];
  const people = stored.filter((record) => record.request === id && !invited.has(record.person));
  const links = useQuery({
    ...organizationLinks(client).whole({
      ...(organization ? { organization: { eq: organization.id } } : {}),
      subject: { in: people.map(({ person }) => person) },
    }),
    enabled: people.length > 0 && !request.finalized && offers(capabilities, 'listOrganizationLinks'),
    // A link is made elsewhere, by the person.
    refetchInterval: 15_000,
  });
  if (people.length === 0) return null;
  return (
    <div className={css.root}>
      <p>{request.finalized ? m.requests_unlinked_over() : m.requests_unlinked_text()}</p>
      <ul>
        {people.map((signer) => (
          <li key={signer.key}>
            <Signer request={request} signer={signer} linked={isLinked(links.data, signer.person)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Signer({
  request,
  signer,
  linked,
}: {
  request: SignatureRequest;
  signer: UnlinkedSigner;
  /** Undefined: not known, so that an invite is tried. */
  linked: boolean | undefined;
}) {
  const { client, connection, organization } = useConnection();
  const { origin } = useHost();
  const queries = useQueryClient();
  const snack = useSnack();
  const name = visibleName(signer.name) ?? m.directory_unnamed();
  const id = request.id ?? '';
  const takeOff = async (): Promise<void> => {
    const record = unlinkedSigners(client.scope);
    await record.remove(id, signer.person);
    await invalidate(queries, record.key);
  };
  const invite = useMutation({
    ...requestChanges(client).invite(id),
    onSuccess: async (made) => {
      await knownRequests(client).rememberInvite(id, made);
      snack({ text: request.draft ? m.requests_invite_added({ name }) : m.requests_invite_sent({ name }) });
      await takeOff();
    },
  });
  const copy = (): void => {
    const link = linkAddress(origin, { organization: organization?.id ?? '', baseUrl: connection.baseUrl });
    const text = m.requests_unlinked_letter({
      name,
      organization: organization?.name ?? '',
      document: nameOf(request),
      link,
    });
    navigator.clipboard.writeText(text).then(
      () => snack({ text: m.requests_unlinked_copied() }),
      () => snack({ text: m.common_copy_refused() }),
    );
  };
  const open = !request.finalized;
  return (
    <>
      <PersonLine
        name={{ text: name, node: <Link to={paths.subject(signer.person)}>{name}</Link> }}
        facts={
          open && (
            <span className={css.state} role="status">
              <LinkWords linked={linked} />
            </span>
          )
        }
        end={
          <IconButton
            label={m.requests_unlinked_remove({ name })}
            icon={<CloseIcon />}
            onClick={() => void takeOff()}
          />
        }
      />
      {open && (
        <Row>
          {linked !== false && (
            <Button
              variant="contained"
              icon={<InviteIcon aria-hidden="true" />}
              loading={invite.isPending}
              aria-label={m.requests_unlinked_invite_for({ name })}
              onClick={() => invite.mutate(signer.person)}
            >
              {m.requests_invite_confirm()}
            </Button>
          )}
          {!linked && organization && (
            <Button
              icon={<CopyIcon aria-hidden="true" />}
              aria-label={m.requests_unlinked_copy_for({ name })}
              onClick={copy}
            >
              {m.requests_unlinked_copy()}
            </Button>
          )}
        </Row>
      )}
      <Refusal
        error={invite.error}
        conflict={open ? undefined : m.requests_invite_finalized()}
        forbidden={`${m.requests_invite_no_link_title({ name })}. ${m.requests_invite_no_link()}`}
      />
    </>
  );
}

function LinkWords({ linked }: { linked: boolean | undefined }) {
  if (linked === undefined)
    return (
      <>
        <UnknownIcon aria-hidden="true" /> {m.requests_unlinked_unknown()}
      </>
    );
  return linked ? (
    <>
      <CheckIcon aria-hidden="true" /> {m.requests_unlinked_now()}
    </>
  ) : (
    <>
      <LinkOffIcon aria-hidden="true" /> {m.requests_unlinked_not()}
    </>
  );
}
