import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import PeopleIcon from '@mui/icons-material/GroupOutlined';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks, organizations } from '#client/families/people/organizations.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { OrganizationMember, Subject } from '#contract/resources/resources.ts';
import { BoundedItems } from '#ui/lists/bounded-items.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { useStaying } from '#widgets/conflict/use-staying.ts';
import { ConfirmMemberRemoval, ConfirmNewMember } from '#widgets/people/confirm-member.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import { nameOf, PersonCell, useWithPeople } from './person.tsx';
import { Coming, Note, Padded, refreshSeconds, Rows } from '../rows.tsx';

const none: readonly OrganizationMember[] = [];
/** More than can be counted at a glance: their number is said. */
const manyMembers = 20;

/** Who acts for the organization with an access of their own. */
export function MembersPart({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  const format = useFormat();
  // Of a service that does not list them, those added here are known as long as this page is open.
  const [added, setAdded] = useState<readonly OrganizationMember[]>([]);
  const requested = offers(capabilities, 'listOrganizationMembers');
  const read = useQuery({
    ...organizations(client).members(id),
    enabled: requested,
    refetchInterval: refreshSeconds * 1000,
  });
  const unlisted = !requested || (read.data === undefined && isAbsent(read.error));
  const known = unlisted ? added : read.data?.items;
  const staying = useStaying(known ?? none);
  const members = useWithPeople(staying.rows);
  const rows = (
    <Rows>
      {members.length > manyMembers && (
        <li>
          <Note>{m.directory_shown({ count: members.length, shown: format.number(members.length) })}</Note>
        </li>
      )}
      <BoundedItems>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            gone={staying.isGone(member.id)}
            onHold={staying.hold}
            onRemoved={() => setAdded((before) => before.filter((one) => one.id !== member.id))}
          />
        ))}
      </BoundedItems>
    </Rows>
  );
  return (
    <Stack>
      <AddMember
        organization={id}
        members={members.flatMap(({ subject }) => subject?.id ?? [])}
        onAdded={(member) => setAdded((before) => [...before, member])}
      />
      <Card
        title={m.organization_members()}
        flush
        note={unlisted || !known ? undefined : <ExplainedBasis basis="SERVER" />}
      >
        {unlisted && (
          <Padded>
            <Note role="status">{m.organization_members_unlisted()}</Note>
          </Padded>
        )}
        {unlisted ? (
          members.length > 0 && rows
        ) : (
          <QueryView
            query={read}
            what={m.organization_what_members()}
            loading={
              <Coming>
                <LoadingRows kind="list" count={3} lines={2} />
              </Coming>
            }
            partial={({ complete }) =>
              !complete && (
                <Padded>
                  <Note>{m.linking_changed_while_reading()}</Note>
                </Padded>
              )
            }
            isEmpty={() => members.length === 0}
            empty={
              <EmptyState
                icon={<PeopleIcon aria-hidden="true" />}
                title={m.organization_members_none()}
                text={m.organization_members_none_text()}
              />
            }
          >
            {() => rows}
          </QueryView>
        )}
      </Card>
    </Stack>
  );
}

function AddMember({
  organization,
  members,
  onAdded,
}: {
  organization: string;
  members: readonly string[];
  onAdded: (member: OrganizationMember) => void;
}) {
  const { client, capabilities } = useConnection();
  const [chosen, setChosen] = useState<Subject>();
  const canTell = offers(capabilities, 'listOrganizationLinks');
  const links = useQuery({
    ...organizationLinks(client).whole({ organization: { eq: organization } }),
    enabled: canTell,
  });
  return (
    <Card title={m.organization_member_add()}>
      <Stack>
        <Note>{m.organization_member_add_text()}</Note>
        {chosen ? (
          <ConfirmNewMember
            key={chosen.id}
            subject={chosen.id ?? ''}
            name={nameOf(chosen)}
            organization={organization}
            linked={isLinked(links.data, chosen.id)}
            onAdded={(member) => {
              onAdded({ ...member, subject: chosen });
              setChosen(undefined);
            }}
            onKeep={() => setChosen(undefined)}
          />
        ) : (
          <SubjectPicker
            label={m.organization_member_find()}
            picked={members}
            onPick={setChosen}
            facts={(subject) => linkedWords(isLinked(links.data, subject.id))}
          />
        )}
      </Stack>
    </Card>
  );
}

function linkedWords(linked: boolean | undefined): string | undefined {
  if (linked === undefined) return undefined;
  return linked ? m.organization_is_linked() : m.organization_is_not_linked();
}

function MemberRow({
  member,
  gone,
  onHold,
  onRemoved,
}: {
  member: OrganizationMember;
  gone: boolean;
  onHold: (id: string | undefined) => void;
  onRemoved: () => void;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const showConfirmation = (on: boolean): void => {
    setIsConfirming(on);
    onHold(on ? (member.id ?? undefined) : undefined);
  };
  const name = nameOf(member.subject);
  return (
    <li>
      <div className="line">
        <PersonCell subject={member.subject}>
          {member.createdAt && (
            <span>
              {m.organization_member_since()} <Instant at={member.createdAt} form="day" />
            </span>
          )}
        </PersonCell>
        <div className="actions">
          <Button
            variant="text"
            aria-label={m.organization_member_remove_name({ name })}
            disabled={gone}
            onClick={() => showConfirmation(true)}
          >
            {m.organization_member_remove()}
          </Button>
        </div>
      </div>
      {isConfirming && gone && (
        <div className="below">
          <WarningStrip action={{ label: m.common_close(), onSelect: () => showConfirmation(false) }}>
            {m.tabs_gone()}
          </WarningStrip>
        </div>
      )}
      {isConfirming && !gone && (
        <div className="below">
          <ConfirmMemberRemoval
            id={member.id ?? ''}
            name={name}
            onRemoved={() => {
              showConfirmation(false);
              onRemoved();
            }}
            onKeep={() => showConfirmation(false)}
          />
        </div>
      )}
    </li>
  );
}
