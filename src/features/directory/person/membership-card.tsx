import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks, organizations } from '#client/families/people/organizations.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { OrganizationMember, Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { ConfirmMemberRemoval, ConfirmNewMember } from '#widgets/people/confirm-member.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { Note } from '../parts.tsx';

/** Whether this person acts for the organization; made a member, or no longer one, after the consequence is read. */
export function MembershipCard({ subject, name }: { subject: Subject; name: string }) {
  const { client, capabilities, organization } = useConnection();
  const requested = organization !== undefined && offers(capabilities, 'listOrganizationMembers');
  const read = useQuery({ ...organizations(client).members(organization?.id ?? ''), enabled: requested });
  // Of a service that does not list them, one made here is known as long as this page is open.
  const [made, setMade] = useState<OrganizationMember>();
  const unlisted = !requested || (read.data === undefined && isAbsent(read.error));
  const member = unlisted ? made : read.data?.items.find((one) => one.subject?.id === subject.id);
  if (!organization || !subject.id) return null;
  const membership = member?.id ? (
    <Remove key="remove" member={member} id={member.id} name={name} onRemoved={() => setMade(undefined)} />
  ) : (
    <Add
      key="add"
      subject={subject.id}
      organization={organization.id}
      name={name}
      note={
        unlisted
          ? m.directory_membership_unknown()
          : read.data?.complete
            ? m.directory_membership_none()
            : m.directory_membership_partial()
      }
      onAdded={setMade}
    />
  );
  return (
    <Card title={m.directory_membership()} note={read.data ? <ExplainedBasis basis="SERVER" /> : undefined}>
      {unlisted ? (
        membership
      ) : (
        <Stack>
          <QueryView
            query={read}
            what={m.organization_what_members()}
            loading={<LoadingRows count={1} kind="queue" />}
          >
            {() => membership}
          </QueryView>
        </Stack>
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
  const [isConfirming, setIsConfirming] = useState(false);
  const links = useQuery({
    ...organizationLinks(client).whole({ subject: { eq: subject }, organization: { eq: organization } }),
    enabled: isConfirming && offers(capabilities, 'listOrganizationLinks'),
  });
  return (
    <Stack>
      <Note>{note}</Note>
      {isConfirming ? (
        <ConfirmNewMember
          {...{ subject, name, organization, onAdded }}
          linked={isLinked(links.data, subject)}
          onKeep={() => setIsConfirming(false)}
        />
      ) : (
        <div>
          <Button onClick={() => setIsConfirming(true)}>{m.organization_member_add_confirm()}</Button>
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
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming)
    return <ConfirmMemberRemoval {...{ id, name, onRemoved }} onKeep={() => setIsConfirming(false)} />;
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
        <Button variant="destructive" onClick={() => setIsConfirming(true)}>
          {m.organization_member_remove_confirm()}
        </Button>
      </div>
    </Stack>
  );
}
