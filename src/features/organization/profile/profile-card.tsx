import { useState } from 'react';
import { z } from 'zod/mini';
import { useMutation } from '@tanstack/react-query';
import { organizationProfile } from '#client/families/people/organization-profile.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { ApiError } from '#client/http/errors.ts';
import { UpdateOrganizationInput } from '#contract/operations/inputs.ts';
import type { Organization } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Avatar } from '#ui/data/person-line.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useLeftTyped } from '#widgets/conflict/left-typed.ts';
import { useEditedForm } from '#widgets/conflict/use-edited-form.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';
import css from './profile-card.module.css';

/** Name, e-mail and logo, as the service has them, and the way to change them. */
export function ProfileCard({ organization }: { organization: Organization }) {
  const [editing, setEditing] = useState(false);
  const snack = useSnack();
  if (editing)
    return (
      <Card title={m.organization_profile()}>
        <ProfileForm
          organization={organization}
          onKeep={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            snack({ text: m.organization_saved() });
          }}
        />
      </Card>
    );
  return (
    <Card title={m.organization_profile()} note={<ExplainedBasis basis="SERVER" />}>
      <Stack>
        <Facts facts={factsOf(organization)} />
        <div>
          <Button onClick={() => setEditing(true)}>{m.organization_edit()}</Button>
        </div>
      </Stack>
    </Card>
  );
}

const factsOf = ({ name, emailAddress, logo, createdAt, updatedAt }: Organization) => [
  { label: m.organization_name(), value: name ?? undefined },
  { label: m.organization_email(), value: emailAddress ?? undefined },
  { label: m.organization_logo(), value: <LogoShown name={name ?? '?'} logo={logo} /> },
  { label: m.organization_since(), value: createdAt ? <Instant at={createdAt} form="day" /> : undefined },
  {
    label: m.organization_changed(),
    value: updatedAt ? <Instant at={updatedAt} form="minute" /> : undefined,
  },
];

/** The place of the card while the organization is read. */
export function LoadingProfileCard() {
  return (
    <Card title={m.organization_profile()}>
      <Stack>
        <LoadingFacts labels={factsOf({}).map(({ label }) => label)} />
        {/* Another takes its place: the focus would go with it. */}
        <div inert aria-hidden="true">
          <Button disabled>{m.organization_edit()}</Button>
        </div>
      </Stack>
    </Card>
  );
}

/** Only an image that is in the text itself is drawn: nothing is loaded from other sites. */
function LogoShown({ name, logo }: { name: string; logo: string | null | undefined }) {
  if (!logo) return m.organization_logo_none();
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(logo))
    return (
      <span className={css.logo}>
        <img src={logo} alt={m.organization_logo_of({ name })} />
      </span>
    );
  return (
    <span className={css.logo}>
      <Avatar name={name} square />
      <span className={css.address}>{logo}</span>
    </span>
  );
}

function ProfileForm({
  organization,
  onDone,
  onKeep,
}: {
  organization: Organization;
  onDone: () => void;
  onKeep: () => void;
}) {
  const { client, capabilities } = useConnection();
  const { session } = useHost();
  const edited = useEditedForm(rules, profileOf(organization), useLeftTyped('profile'));
  const { register, formState } = edited.form;
  const update = useMutation({
    ...organizationProfile(client).update(organization, capabilities),
    onSuccess: (saved) => {
      if (!saved) {
        edited.decide();
        return;
      }
      if (saved.name) session.renameOrganization(organization.id ?? '', saved.name);
      onDone();
    },
  });
  const refused = update.error instanceof ApiError ? update.error : undefined;
  const errorOf = (field: ProfileField): string | undefined => {
    if (formState.errors[field]) return ruleWords(field);
    const said = refused?.about(field);
    return said && m.organization_field_refused({ field: fieldWord(field), message: said });
  };
  const elsewhere = update.error && !fields.some((field) => refused?.about(field));
  const input = (field: ProfileField) => ({
    label: fieldWord(field),
    error: errorOf(field),
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Escape') onKeep();
    },
    ...register(field),
  });
  const conflictOf = (field: ProfileField) => (
    <FieldConflict {...{ edited, field }} what={fieldWord(field)} at={organization.updatedAt} />
  );
  return (
    <form
      noValidate
      onSubmit={edited.submit(onKeep, (changed) => {
        update.mutate({ ...changed, isSeen: (current) => edited.mayReplace(profileOf(current)) });
      })}
      onChange={() => update.reset()}
    >
      <Stack>
        {/* eslint-disable-next-line jsx-a11y-x/no-autofocus -- the user pressed the button that opens this field */}
        <TextInput {...input('name')} autoFocus autoComplete="organization" />
        {conflictOf('name')}
        <TextInput {...input('emailAddress')} type="email" autoComplete="email" />
        {conflictOf('emailAddress')}
        <TextInput {...input('logo')} optional help={m.organization_logo_help()} />
        {conflictOf('logo')}
        {elsewhere ? (
          <WarningStrip>
            <FailureText error={update.error} />
          </WarningStrip>
        ) : null}
        <Row>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {m.common_save()}
          </Button>
          <Button onClick={onKeep}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </form>
  );
}

const { shape } = UpdateOrganizationInput;
const rules = {
  name: trimmed(z.nonoptional(shape.name)),
  emailAddress: trimmed(z.nonoptional(shape.emailAddress)),
  logo: trimmed(z.nonoptional(shape.logo)),
};
type ProfileField = keyof typeof rules;

const profileOf = ({ name, emailAddress, logo }: Organization) => ({
  name: name ?? '',
  emailAddress: emailAddress ?? '',
  logo: logo ?? '',
});

const fields: readonly ProfileField[] = ['name', 'emailAddress', 'logo'];

function fieldWord(field: ProfileField): string {
  switch (field) {
    case 'name':
      return m.organization_name();
    case 'emailAddress':
      return m.organization_email();
    case 'logo':
      return m.organization_logo();
  }
}

function ruleWords(field: ProfileField): string {
  switch (field) {
    case 'name':
      return m.organization_name_rule();
    case 'emailAddress':
      return m.organization_email_rule();
    case 'logo':
      return m.organization_logo_rule();
  }
}
