import { useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import CloseIcon from '@mui/icons-material/Close';
import CheckIcon from '@mui/icons-material/Check';
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined';
import LinkOffIcon from '@mui/icons-material/LinkOffOutlined';
import QrIcon from '@mui/icons-material/QrCode2Outlined';
import { useFormContext, useWatch } from 'react-hook-form';
import { offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks } from '#client/families/people/organizations.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import { Problem } from './document/document-section.tsx';
import type { Parties } from './iou/iou.ts';
import type { RequestFields } from './request-form.ts';
import { LinkCodeButton, LinkCodeDialog } from './signers/link-code-button.tsx';
import { PastePeople } from './signers/paste-people.tsx';
import css from './signers-section.module.css';

/** A chosen signer with what is known of them before inviting. */
export interface Signer {
  readonly id: string;
  readonly name: string;
  readonly subject: Subject | undefined;
  /** Undefined: this service does not tell. */
  readonly linked: boolean | undefined;
  readonly failed: boolean;
}

/** Whether an invite can be made: without a link it is refused (Rule IV-2). */
export function isInvitable(signer: Signer): boolean {
  return signer.linked !== false;
}

/** The links of the organization, where the service lists them: they tell who can be invited. */
function useLinks() {
  const { client, capabilities, organization } = useConnection();
  return useQuery({
    ...organizationLinks(client).whole(organization ? { organization: { eq: organization.id } } : {}),
    enabled: offers(capabilities, 'listOrganizationLinks'),
    refetchInterval: 15_000,
  }).data;
}

export function useSigners(chosen: readonly { id: string; name: string }[]): readonly Signer[] {
  const { client } = useConnection();
  const links = useLinks();
  const read = useQueries({ queries: chosen.map(({ id }) => subjects(client).one(id)) });
  return chosen.map(({ id, name }, index) => ({
    id,
    name: read[index]?.data?.commonName ?? name,
    subject: read[index]?.data,
    linked: isLinked(links, id),
    failed: read[index]?.isError ?? false,
  }));
}

export function SignersSection({
  signers,
  parties,
  refused,
}: {
  signers: readonly Signer[];
  /** Those of the IOU, where it is one. */
  parties: Parties;
  /** Id of the person whom the service refused to invite. */
  refused: string | undefined;
}) {
  const now = useServiceNow(60_000);
  const links = useLinks();
  const { control, setValue, formState } = useFormContext<RequestFields>();
  const chosen = useWatch({ control, name: 'signers' });
  const problem = formState.errors.signers?.message;
  /** Name of the person who was chosen last and has no link: their code is open. */
  const [unlinked, setUnlinked] = useState<string>();
  return (
    <>
      {signers.length > 0 && (
        <ul className={css.rows}>
          {signers.map((signer) => (
            <li key={signer.id}>
              <PersonLine name={signer.name} codes={signer.subject?.RFC ? [signer.subject.RFC] : []} />
              <div className={css.standing}>
                <LinkStanding linked={signer.linked} />
                {signer.linked === false && <LinkCodeButton name={visibleName(signer.name) ?? ''} />}
                {signer.id === refused && (
                  <span className={css.linkState} data-tone="fail">
                    <LinkOffIcon />
                    {m.compose_signer_refused()}
                  </span>
                )}
                {signer.failed ? (
                  <span className={css.linkState}>{m.compose_signer_unread()}</span>
                ) : (
                  <CertificateState certificate={signer.subject?.certificate} now={now} />
                )}
              </div>
              <IconButton
                label={m.compose_remove_signer({ name: visibleName(signer.name) ?? '' })}
                icon={<CloseIcon />}
                onClick={() =>
                  setValue(
                    'signers',
                    chosen.filter(({ id }) => id !== signer.id),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <OfferedParties parties={parties} />
      <SubjectPicker
        picked={chosen.map(({ id }) => id)}
        isFirst={({ id }) => isLinked(links, id) !== false}
        facts={(subject) => (
          <span className={css.facts}>
            <LinkStanding linked={isLinked(links, subject.id)} />
            {isLinked(links, subject.id) === false && (
              <span className={css.linkState}>
                <QrIcon />
                {m.compose_choosing_shows_code()}
              </span>
            )}
            <CertificateState certificate={subject.certificate} now={now} />
          </span>
        )}
        onPick={({ id, commonName }) => {
          if (!id) return;
          setValue('signers', [...chosen, { id, name: commonName ?? '' }]);
          if (isLinked(links, id) === false) setUnlinked(visibleName(commonName) ?? '');
        }}
      />
      <LinkCodeDialog name={unlinked} onClose={() => setUnlinked(undefined)} />
      <PastePeople
        onAdd={(people) =>
          setValue('signers', [
            ...chosen,
            ...people.filter((person) => !chosen.some(({ id }) => id === person.id)),
          ])
        }
      />
      {links?.complete === true && links.items.length === 0 && signers.length === 0 && (
        <p className={css.noneLinked}>{m.compose_none_linked()}</p>
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  );
}

/** The parties of the IOU who do not sign yet, each added with one click. */
function OfferedParties({ parties }: { parties: Parties }) {
  const { control, setValue } = useFormContext<RequestFields>();
  const [kind, iou, signers] = useWatch({ control, name: ['kind', 'iou', 'signers'] });
  if (kind !== 'iou') return null;
  const roles = ['debtor', 'creditor'] as const;
  const offered = roles.flatMap((role) => {
    const id = iou[role];
    if (id === undefined || signers.some((signer) => signer.id === id)) return [];
    const name = visibleName(parties[role]?.name);
    const word = role === 'debtor' ? m.compose_iou_debtor() : m.compose_iou_creditor();
    return [{ role, id, name, label: name ? `${word}: ${name}` : word }];
  });
  if (offered.length === 0) return null;
  return (
    <div className={css.offered} role="group" aria-label={m.compose_iou_sign_group()}>
      <span>{m.compose_iou_sign_group()}</span>
      {offered.map(({ role, id, name, label }) => (
        <Button
          key={role}
          icon={<PersonAddIcon aria-hidden="true" />}
          onClick={() => setValue('signers', [...signers, { id, name: name ?? '' }])}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function LinkStanding({ linked }: { linked: boolean | undefined }) {
  if (linked === undefined) return null;
  return linked ? (
    <span className={css.linkState}>
      <CheckIcon />
      {m.directory_linked()}
    </span>
  ) : (
    <span className={css.linkState} data-tone="fail">
      <LinkOffIcon />
      {m.directory_not_linked()}
    </span>
  );
}
