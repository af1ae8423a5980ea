import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { organizationProfile } from '#client/families/people/organization-profile.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { OrganizationMember } from '#contract/resources/resources.ts';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { describeFailure } from '../failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';

/** Makes a person a member, once what follows from it was read. */
export function ConfirmNewMember({
  subject,
  name,
  organization,
  linked,
  onAdded,
  onKeep,
}: {
  subject: string;
  name: string;
  organization: string;
  /** Undefined where nobody tells. */
  linked: boolean | undefined;
  onAdded: (member: OrganizationMember) => void;
  onKeep: () => void;
}) {
  const profile = organizationProfile(useClient());
  const snack = useSnack();
  const add = useMutation({
    ...profile.addMember(),
    onSuccess: (member) => {
      onAdded(member);
      snack({ text: m.organization_member_added({ name: visibleName(member.subject?.commonName) ?? name }) });
    },
  });
  const consequence = [
    m.organization_member_add_consequence(),
    ...(linked === false ? [m.organization_member_not_linked()] : []),
  ].join(' ');
  return (
    <ConfirmInPlace
      title={m.organization_member_add_title({ name })}
      text={notLinked(add.error) ?? failureText(add.error, m.organization_member_already()) ?? consequence}
      confirm={m.organization_member_add_confirm()}
      destructive={false}
      working={add.isPending}
      onConfirm={() => add.mutate({ subject, organization })}
      onKeep={onKeep}
    />
  );
}

/** Ends a membership, once what follows from it was read. */
export function ConfirmMemberRemoval({
  id,
  name,
  onRemoved,
  onKeep,
}: {
  /** Of the membership. */
  id: string;
  name: string;
  onRemoved: () => void;
  onKeep: () => void;
}) {
  const profile = organizationProfile(useClient());
  const snack = useSnack();
  const remove = useMutation({
    ...profile.removeMember(),
    onSuccess: ({ subject }) => {
      onRemoved();
      snack({ text: m.organization_member_removed({ name: visibleName(subject?.commonName) ?? name }) });
    },
  });
  return (
    <ConfirmInPlace
      title={m.organization_member_remove_title({ name })}
      text={failureText(remove.error, m.organization_member_last()) ?? m.organization_member_remove_text()}
      confirm={m.organization_member_remove_confirm()}
      keep={m.organization_member_keep()}
      working={remove.isPending}
      onConfirm={() => remove.mutate(id)}
      onKeep={onKeep}
    />
  );
}

/** A service may make a member of no one who did not link to the organization (Rule OM-4). */
function notLinked(error: Error | null): string | undefined {
  const refused = error instanceof ApiError && error.kind === 'rule' && error.about('subject') !== undefined;
  return refused ? m.organization_member_not_linked() : undefined;
}

/** @param conflict what a conflict means here */
function failureText(error: Error | null, conflict: string): string | undefined {
  if (error instanceof ApiError && error.kind === 'conflict') return conflict;
  return error ? describeFailure(error).text : undefined;
}
