import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { ObjectId } from '#contract/schema/scalars.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';
import { absentListWords, unknownListWords } from './list-words.ts';
import { UploadOrigin } from './upload-origin.tsx';
import css from './found.module.css';

/** What was found behind the key: the service, the organization, and what the service can do. */
export function Found({ demo, onGo, onOther }: { demo: boolean; onGo: () => void; onOther: () => void }) {
  const { session } = useHost();
  const { connection, organization, organizations, capabilities } = useSession();
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The form that had the focus is gone; going on is what comes next.
    next.current?.focus();
  }, []);
  if (!connection || !capabilities) return null;
  const absent = absentListWords(capabilities);
  const unknown = unknownListWords(capabilities);
  return (
    <Card title={m.connect_found_title()}>
      <div className={css.body}>
        <Facts
          facts={[
            { label: m.connect_found_address(), value: connection.baseUrl },
            {
              label: m.connect_found_organization(),
              value:
                organizations.length > 1 ? (
                  <SelectInput
                    hideLabel
                    label={m.connect_found_organization()}
                    value={organization?.id ?? ''}
                    options={organizations.map(({ id, name }) => ({ value: id, label: name ?? id }))}
                    onChange={(event) => {
                      const chosen = organizations.find(({ id }) => id === event.target.value);
                      if (chosen) session.chooseOrganization(chosen);
                    }}
                  />
                ) : (
                  (visibleName(organization?.name) ?? organization?.id ?? m.connect_organization_unknown())
                ),
            },
            ...(demo ? [{ label: m.connect_found_kind(), value: m.connect_found_demo() }] : []),
          ]}
        />
        {absent.length > 0 && (
          <WarningStrip>{m.connect_found_absent({ list: absent.join(', ') })}</WarningStrip>
        )}
        {unknown.length > 0 && (
          <WarningStrip>{m.connect_found_unread({ list: unknown.join(', ') })}</WarningStrip>
        )}
        {absent.length + unknown.length === 0 && <p>{m.connect_found_whole()}</p>}
        {!demo && <UploadOrigin />}
        {organization ? (
          <Row>
            <Button ref={next} variant="contained" large onClick={onGo}>
              {m.connect_go()}
            </Button>
            <Button variant="text" onClick={onOther}>
              {m.common_key_other_service()}
            </Button>
          </Row>
        ) : (
          <AskOrganization onGo={onGo} />
        )}
      </div>
    </Card>
  );
}

const Written = z.object({ id: trimmed(ObjectId) });

/** Where neither a list of organizations nor a witness names the organization, the user does. */
function AskOrganization({ onGo }: { onGo: () => void }) {
  const { session } = useHost();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { id: '' },
  });
  const submit = handleSubmit(({ id }) => {
    session.chooseOrganization({ id: id.toLowerCase(), name: undefined });
    onGo();
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className={css.body}>
        <TextInput
          code
          label={m.connect_organization_id()}
          help={m.connect_organization_id_help()}
          error={formState.errors.id && m.connect_organization_id_wrong()}
          {...register('id')}
        />
        <Row>
          <Button type="submit" variant="contained" large>
            {m.connect_go()}
          </Button>
          <Button variant="text" onClick={onGo}>
            {m.connect_go_without()}
          </Button>
        </Row>
      </div>
    </form>
  );
}
