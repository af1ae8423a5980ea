import { useId } from 'react';
import { z } from 'zod/mini';
import { useMutation } from '@tanstack/react-query';
import { organizationProfile } from '#client/families/people/organization-profile.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { conservations, type Conservation } from '#contract/resources/organization.ts';
import type { Organization } from '#contract/resources/resources.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { ChoiceCards } from '#ui/inputs/choice-cards.ts';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Radio } from '#ui/inputs/radio.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useEditedForm } from '#widgets/conflict/use-edited-form.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';
import css from './policy-card.module.css';

const rules = { conservation: z.enum(conservations) };

/** How the witness of a completed request is conserved: what each way means, and what follows from another. */
export function PolicyCard({ organization }: { organization: Organization }) {
  const { client, capabilities } = useConnection();
  const { session } = useHost();
  const format = useFormat();
  const snack = useSnack();
  const policy = organization.policies?.signatureRequest?.conservation;
  const current = conservations.find((known) => known === policy);
  const edited = useEditedForm(rules, { conservation: policy ?? '' });
  const chosen =
    edited.changed.length > 0 ? conservations.find((known) => known === edited.mine.conservation) : undefined;
  const update = useMutation({
    ...organizationProfile(client).update(organization, capabilities),
    onSuccess: (saved) => {
      if (!saved) {
        edited.decide();
        return;
      }
      if (saved.name) session.renameOrganization(organization.id ?? '', saved.name);
      edited.take('conservation');
      snack({ text: m.organization_policy_saved() });
    },
  });
  const nom151 = organization.quota?.nom151;
  const left = nom151 == null ? undefined : format.number(nom151);
  return (
    <Card title={m.organization_policy()} note={policy ? <ExplainedBasis basis="SERVER" /> : undefined}>
      <Stack>
        <p className={css.lead}>{m.organization_policy_text()}</p>
        {!policy && <p className={css.lead}>{m.organization_policy_unreported()}</p>}
        {policy && !current && <WarningStrip>{m.organization_policy_other({ policy })}</WarningStrip>}
        <Ways
          current={current}
          shown={chosen ?? current}
          disabled={update.isPending}
          onChoose={(way) => {
            update.reset();
            edited.write('conservation', way);
          }}
        />
        <FieldConflict
          edited={edited}
          field="conservation"
          what={m.organization_policy()}
          at={organization.updatedAt}
          say={(way) => {
            const known = conservations.find((one) => one === way);
            return known ? policyWord(known) : way;
          }}
        />
        {chosen && !edited.conflicts.conservation && (
          <ConfirmPolicy
            key={chosen}
            title={m.organization_policy_change({ policy: policyWord(chosen) })}
            text={[m.organization_policy_from_now(), consequence(chosen, left)].join(' ')}
            error={update.error}
            working={update.isPending}
            onKeep={() => {
              edited.take('conservation');
              update.reset();
            }}
            onConfirm={edited.submit(update.reset, () => {
              update.mutate({
                policies: { signatureRequest: { conservation: chosen } },
                isSeen: ({ policies }) =>
                  edited.mayReplace({ conservation: policies?.signatureRequest?.conservation ?? '' }),
              });
            })}
          />
        )}
      </Stack>
    </Card>
  );
}

/** The place of the card while the organization is read: the ways are known, and which is in force is not. */
export function LoadingPolicyCard() {
  return (
    <Card title={m.organization_policy()}>
      <Stack>
        <p className={css.lead}>{m.organization_policy_text()}</p>
        {/* Another takes its place: the focus would go with it. */}
        <div inert aria-hidden="true" aria-busy="true">
          <Ways current={undefined} shown={undefined} disabled onChoose={() => undefined} />
        </div>
      </Stack>
    </Card>
  );
}

function Ways({
  current,
  shown,
  disabled,
  onChoose,
}: {
  current: Conservation | undefined;
  shown: Conservation | undefined;
  disabled: boolean;
  onChoose: (way: Conservation) => void;
}) {
  const name = useId();
  return (
    <ChoiceCards className={css.choices} role="radiogroup" aria-label={m.organization_policy()}>
      {conservations.map((way) => (
        <label key={way}>
          <Radio
            name={name}
            value={way}
            checked={way === shown}
            aria-describedby={`${name}-${way}`}
            disabled={disabled}
            onChange={() => onChoose(way)}
          />
          <span className="name">
            {policyWord(way)}
            {way === current && <span className={css.now}>{m.organization_policy_now()}</span>}
          </span>
          <span className="text" id={`${name}-${way}`}>
            {policyText(way)}
          </span>
        </label>
      ))}
    </ChoiceCards>
  );
}

function ConfirmPolicy({
  title,
  text,
  error,
  working,
  onKeep,
  onConfirm,
}: {
  title: string;
  text: string;
  error: unknown;
  working: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmInPlace
      title={title}
      text={error ? describeFailure(error).text : text}
      confirm={m.organization_policy_confirm()}
      keep={m.organization_policy_keep()}
      destructive={false}
      working={working}
      onKeep={onKeep}
      onConfirm={onConfirm}
    />
  );
}

function policyWord(way: Conservation): string {
  switch (way) {
    case 'NOM151':
      return m.organization_policy_nom151();
    case 'MERKLEIZED':
      return m.organization_policy_merkleized();
    case 'WITNESS_CO':
      return m.organization_policy_external();
  }
}

function policyText(way: Conservation): string {
  switch (way) {
    case 'NOM151':
      return m.organization_policy_nom151_text();
    case 'MERKLEIZED':
      return m.organization_policy_merkleized_text();
    case 'WITNESS_CO':
      return m.organization_policy_external_text();
  }
}

function consequence(to: Conservation, left: string | undefined): string {
  switch (to) {
    case 'NOM151':
      return left === undefined
        ? m.organization_policy_to_nom151()
        : m.organization_policy_to_nom151_left({ left });
    case 'MERKLEIZED':
      return m.organization_policy_to_merkleized();
    case 'WITNESS_CO':
      return m.organization_policy_to_external();
  }
}
