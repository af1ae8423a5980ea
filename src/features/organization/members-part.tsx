import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import PeopleIcon from '@mui/icons-material/GroupOutlined';
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
import { EmptyState } from '#ui/empty-state.tsx';
import { Instant } from '#ui/instant.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { SubjectPicker } from '#widgets/subject-picker.tsx';
import { m } from '#words/words.ts';
import { nameOf, PersonCell, useWithPeople } from './person.tsx';
import { Note, Padded, Rows } from './rows.tsx';

/** Who acts for the organization with an access of their own. */
export function MembersPart({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  // Of a service that does not list them, those added here are known as long as this page is open.
  const [added, setAdded] = useState<readonly OrganizationMember[]>([]);
  const asked = offers(capabilities, 'listOrganizationMembers');
  const read = useQuery({ ...organizations(client).members(id), enabled: asked });
  const unlisted = !asked || (read.data === undefined && isAbsent(read.error));
  const known = unlisted ? added : read.data?.items;
  const members = useWithPeople(known ?? []);
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
        note={unlisted || !known ? undefined : <BasisMark basis="SERVER" />}
      >
        {unlisted && (
          <Padded>
            <Note>{m.organization_members_unlisted()}</Note>
          </Padded>
        )}
        {known === undefined ? (
          read.isError ? (
            <QueryFailure
              error={read.error}
              what={m.organization_what_members()}
              onRetry={() => void read.refetch()}
              retrying={read.isFetching}
            />
          ) : (
            <LoadingRows kind="list" count={3} />
          )
        ) : members.length === 0 ? (
          unlisted ? null : (
            <EmptyState
              icon={<PeopleIcon aria-hidden="true" />}
              title={m.organization_members_none()}
              text={m.organization_members_none_text()}
            />
          )
        ) : (
          <Rows>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRemoved={() => setAdded((before) => before.filter((one) => one.id !== member.id))}
              />
            ))}
          </Rows>
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
  const queries = useQueryClient();
  const snack = useSnack();
  const [chosen, setChosen] = useState<Subject>();
  const desk = organizationDesk(client);
  const canTell = offers(capabilities, 'listOrganizationLinks');
  const links = useQuery({
    ...organizationLinks(client).whole({ organization: { eq: organization } }),
    enabled: canTell,
  });
  const linked = links.data && new Set(links.data.items.map(({ subject }) => subject?.id));
  const add = useMutation({
    mutationFn: (subject: Subject) => desk.addMember(subject.id ?? '', organization),
    onSuccess: (member, subject) => {
      onAdded({ ...member, subject });
      setChosen(undefined);
      snack({ text: m.organization_member_added({ name: member.subject?.commonName ?? nameOf(subject) }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: desk.key }),
  });
  const conflict = add.error instanceof ApiError && add.error.kind === 'conflict';
  return (
    <Card title={m.organization_member_add()}>
      <Stack>
        <Note>{m.organization_member_add_text()}</Note>
        {chosen ? (
          <ConfirmInPlace
            key={chosen.id}
            title={m.organization_member_add_title({ name: nameOf(chosen) })}
            text={
              conflict
                ? m.organization_member_already()
                : add.error
                  ? describeFailure(add.error).text
                  : [
                      m.organization_member_add_consequence(),
                      ...(linked && !linked.has(chosen.id) ? [m.organization_member_not_linked()] : []),
                    ].join(' ')
            }
            confirm={m.organization_member_add_confirm()}
            destructive={false}
            working={add.isPending}
            onConfirm={() => add.mutate(chosen)}
            onKeep={() => {
              add.reset();
              setChosen(undefined);
            }}
          />
        ) : (
          <SubjectPicker
            label={m.organization_member_find()}
            picked={members}
            onPick={(subject) => {
              add.reset();
              setChosen(subject);
            }}
            facts={(subject) =>
              linked && (linked.has(subject.id) ? m.organization_is_linked() : m.organization_is_not_linked())
            }
          />
        )}
      </Stack>
    </Card>
  );
}

function MemberRow({ member, onRemoved }: { member: OrganizationMember; onRemoved: () => void }) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  const [asking, setAsking] = useState(false);
  const desk = organizationDesk(client);
  const name = nameOf(member.subject);
  const remove = useMutation({
    mutationFn: () => desk.removeMember(member.id ?? ''),
    onSuccess: ({ subject }) => {
      onRemoved();
      snack({ text: m.organization_member_removed({ name: subject?.commonName ?? name }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: desk.key }),
  });
  const last = remove.error instanceof ApiError && remove.error.kind === 'conflict';
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
            variant="destructive"
            aria-label={m.organization_member_remove_name({ name })}
            onClick={() => {
              remove.reset();
              setAsking(true);
            }}
          >
            {m.organization_member_remove()}
          </Button>
        </div>
      </div>
      {asking && (
        <div className="below">
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
            onKeep={() => setAsking(false)}
          />
        </div>
      )}
    </li>
  );
}
