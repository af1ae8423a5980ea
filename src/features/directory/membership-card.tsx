import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isAbsent, offers } from '#api/capabilities.ts';
import { ApiError } from '#api/errors.ts';
import { organizationDesk } from '#api/families/organization-desk.ts';
import { organizationLinks, organizations } from '#api/families/organizations.ts';
import { useConnection } from '#api/session-context.tsx';
import type { OrganizationMember, Subject } from '#contract/resources.ts';
import { BasisMark } from '#ui/basis-mark.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { Facts } from '#ui/facts.tsx';
import { Instant } from '#ui/instant.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { Note } from './parts.tsx';

/** Whether this person acts for the organization; made a member, or no longer one, after the consequence is read. */
export function MembershipCard({ subject, name }: { subject: Subject; name: string }) {
  const { client, capabilities, organization } = useConnection();
  const asked = organization !== undefined && offers(capabilities, 'listOrganizationMembers');
  const read = useQuery({ ...organizations(client).members(organization?.id ?? ''), enabled: asked });
  // Of a service that does not list them, one made here is known as long as this page is open.
  const [made, setMade] = useState<OrganizationMember>();
  const unlisted = !asked || (read.data === undefined && isAbsent(read.error));
  const member = unlisted ? made : read.data?.items.find((one) => one.subject?.id === subject.id);
  if (!organization || !subject.id) return null;
  return (
    <Card title={m.directory_membership()} note={read.data ? <BasisMark basis="SERVER" /> : undefined}>
      {!unlisted && read.data === undefined ? (
        read.isError ? (
          <QueryFailure
            error={read.error}
            what={m.organization_what_members()}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        ) : (
          <LoadingRows count={1} kind="queue" />
        )
      ) : member?.id ? (
        <Remove
          key="remove"
          member={member}
          id={member.id}
          name={name}
          onRemoved={() => setMade(undefined)}
        />
      ) : (
        <Add
          key="add"
          subject={subject.id}
          organization={organization.id}
          name={name}
          note={unlisted ? m.directory_membership_unknown() : m.directory_membership_none()}
          onAdded={setMade}
        />
      )}
    </Card>
  );
}

function Add({
  subject,
  organization,
  name,
  note,
  onAdded,
}: {
  subject: string;
  organization: string;
  name: string;
  note: string;
  onAdded: (member: OrganizationMember) => void;
}) {
  const { client, capabilities } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  const [asking, setAsking] = useState(false);
  const desk = organizationDesk(client);
  const links = useQuery({
    ...organizationLinks(client).whole({ subject: { eq: subject }, organization: { eq: organization } }),
    enabled: asking && offers(capabilities, 'listOrganizationLinks'),
  });
  const add = useMutation({
    mutationFn: () => desk.addMember(subject, organization),
    onSuccess: (member) => {
      onAdded(member);
      snack({ text: m.organization_member_added({ name }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: desk.key }),
  });
  const conflict = add.error instanceof ApiError && add.error.kind === 'conflict';
  return (
    <Stack>
      <Note>{note}</Note>
      {asking ? (
        <ConfirmInPlace
          title={m.organization_member_add_title({ name })}
          text={
            conflict
              ? m.organization_member_already()
              : add.error
                ? describeFailure(add.error).text
                : [
                    m.organization_member_add_consequence(),
                    ...(links.data?.items.length === 0 ? [m.organization_member_not_linked()] : []),
                  ].join(' ')
          }
          confirm={m.organization_member_add_confirm()}
          destructive={false}
          working={add.isPending}
          onConfirm={() => add.mutate()}
          onKeep={() => {
            add.reset();
            setAsking(false);
          }}
        />
      ) : (
        <div>
          <Button onClick={() => setAsking(true)}>{m.organization_member_add_confirm()}</Button>
        </div>
      )}
    </Stack>
  );
}

function Remove({
  member,
  id,
  name,
  onRemoved,
}: {
  member: OrganizationMember;
  id: string;
  name: string;
  onRemoved: () => void;
}) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  const [asking, setAsking] = useState(false);
  const desk = organizationDesk(client);
  const remove = useMutation({
    mutationFn: () => desk.removeMember(id),
    onSuccess: () => {
      onRemoved();
      snack({ text: m.organization_member_removed({ name }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: desk.key }),
  });
  const last = remove.error instanceof ApiError && remove.error.kind === 'conflict';
  if (asking)
    return (
      <ConfirmInPlace
        title={m.organization_member_remove_title({ name })}
        text={
          last
            ? m.organization_member_last()
            : remove.error
              ? describeFailure(remove.error).text
              : m.organization_member_remove_text()
        }
        confirm={m.organization_member_remove_confirm()}
        keep={m.organization_member_keep()}
        working={remove.isPending}
        onConfirm={() => remove.mutate()}
        onKeep={() => {
          remove.reset();
          setAsking(false);
        }}
      />
    );
  return (
    <Stack>
      <Facts
        facts={[
          {
            label: m.directory_membership_since(),
            value: member.createdAt ? <Instant at={member.createdAt} form="minute" /> : undefined,
          },
        ]}
      />
      <div>
        <Button variant="destructive" onClick={() => setAsking(true)}>
          {m.organization_member_remove_confirm()}
        </Button>
      </div>
    </Stack>
  );
}
