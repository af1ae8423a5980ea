import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { apiKeys } from '#client/families/people/api-keys.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Name } from '#contract/operations/inputs.ts';
import type { ApiKey } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row, Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useLeftTyped } from '#widgets/conflict/left-typed.ts';
import { useCheckedSave } from '#widgets/conflict/use-checked-save.ts';
import { useEditedForm } from '#widgets/conflict/use-edited-form.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';
import { hasJust, isChoosable, Scopes, ScopesForm } from './key-scopes.tsx';

/** One key: whose it is, when it was last used; on and off, another name, and its end. */
export function KeyRow({
  apiKey,
  last,
  gone,
  readBack,
  onHold,
  onChanged,
}: {
  apiKey: ApiKey;
  /** Somebody else revoked it: it is shown for what is being written to it. */
  gone: boolean;
  /** Keeps it in the list while something is asked of it. */
  onHold: (id: string | undefined) => void;
  /** It as the service has it by now; undefined where nobody tells. */
  readBack: () => Promise<ApiKey | undefined>;
  /** No other is switched on: without it no program gets in. */
  last: boolean;
  /** As it is now; undefined: it is gone. */
  onChanged: (changed: ApiKey | undefined) => void;
}) {
  const { client } = useConnection();
  const snack = useSnack();
  const [asking, setAsking] = useState<'rename' | 'scopes' | 'off' | 'revoke'>();
  /** The service answered, and did not limit it as requested. */
  const [ignored, setIgnored] = useState(false);
  const family = apiKeys(client);
  const id = apiKey.id ?? '';
  const name = visibleName(apiKey.name) ?? m.organization_key_unnamed();
  const enabled = apiKey.enabled !== false;
  const change = useMutation({
    ...family.change(id),
    onSuccess: (changed, { scopes }) => {
      // An answer may leave the scopes out: the list, which is read again, has them.
      setIgnored(scopes !== undefined && changed.scopes != null && !hasJust(changed.scopes, scopes));
      onChanged(changed);
      setAsking(undefined);
      onHold(undefined);
    },
  });
  const revoke = useMutation({
    ...family.remove(id),
    onSuccess: (revoked) => {
      onHold(undefined);
      onChanged(undefined);
      snack({ text: m.organization_key_revoked({ name: revoked.name ?? name }) });
    },
  });
  const ask = (what: typeof asking): void => {
    change.reset();
    revoke.reset();
    setIgnored(false);
    setAsking(what);
    onHold(what && id);
  };
  const wanted = change.isPending ? change.variables.enabled : undefined;
  const error = change.error ?? revoke.error;
  return (
    <li>
      <div className="line">
        <div>
          <div className="name">{name}</div>
          <div className="facts">
            <HashText value={id} size="id" />
            {apiKey.createdAt && (
              <span>
                {m.organization_key_created()} <Instant at={apiKey.createdAt} form="day" />
              </span>
            )}
            <LastUse at={apiKey.lastUsedAt} />
            <Scopes scopes={apiKey.scopes} />
          </div>
        </div>
        <div className="actions">
          <Switch
            label={<VisuallyHidden>{m.organization_key_switch({ name })}</VisuallyHidden>}
            checked={wanted ?? enabled}
            disabled={gone || change.isPending || revoke.isPending}
            onChange={() => {
              if (enabled && last) ask('off');
              else {
                ask(undefined);
                change.mutate({ enabled: !enabled });
              }
            }}
          />
          <span className="state" aria-hidden="true">
            {(wanted ?? enabled) ? m.organization_key_on() : m.organization_key_off()}
          </span>
          <Button aria-label={m.organization_key_rename_name({ name })} onClick={() => ask('rename')}>
            {m.organization_key_rename()}
          </Button>
          {isChoosable(apiKey.scopes) && (
            <Button aria-label={m.organization_key_limit_name({ name })} onClick={() => ask('scopes')}>
              {m.organization_key_limit()}
            </Button>
          )}
          <Button
            variant="destructive"
            aria-label={m.organization_key_revoke_name({ name })}
            onClick={() => ask('revoke')}
          >
            {m.organization_key_revoke()}
          </Button>
        </div>
      </div>
      {(asking ?? error ?? (ignored || undefined)) && (
        <div className="below">
          <Stack style={{ gap: 10 }}>
            {gone && (
              <WarningStrip action={{ label: m.common_close(), onSelect: () => ask(undefined) }}>
                {m.tabs_gone()}
              </WarningStrip>
            )}
            {error ? <WarningStrip>{describeFailure(error).text}</WarningStrip> : null}
            {ignored && <WarningStrip>{m.organization_key_scopes_unchanged()}</WarningStrip>}
            {asking === 'scopes' && (
              <ScopesForm
                apiKey={apiKey}
                readBack={readBack}
                working={change.isPending}
                onKeep={() => ask(undefined)}
                onSave={async (scopes) => {
                  await change.mutateAsync({ scopes }).catch(() => undefined);
                }}
              />
            )}
            {asking === 'rename' && (
              <RenameForm
                apiKey={apiKey}
                readBack={readBack}
                working={change.isPending}
                onKeep={() => ask(undefined)}
                onSave={async (next) => {
                  await change.mutateAsync({ name: next }).catch(() => undefined);
                }}
              />
            )}
            {asking === 'off' && (
              <ConfirmInPlace
                title={m.organization_key_off_title({ name })}
                text={m.organization_key_off_text()}
                confirm={m.organization_key_off_confirm()}
                keep={m.organization_key_off_keep()}
                working={change.isPending}
                onKeep={() => ask(undefined)}
                onConfirm={() => change.mutate({ enabled: false })}
              />
            )}
            {asking === 'revoke' && (
              <ConfirmInPlace
                title={m.organization_key_revoke_title({ name })}
                text={last ? m.organization_key_revoke_last() : m.organization_key_revoke_text()}
                confirm={m.organization_key_revoke_confirm()}
                keep={m.organization_key_revoke_keep()}
                working={revoke.isPending}
                onKeep={() => ask(undefined)}
                onConfirm={() => revoke.mutate()}
              />
            )}
          </Stack>
        </div>
      )}
    </li>
  );
}

/** Absent: the service does not tell. Null: it tells that it never was. */
function LastUse({ at }: { at: string | null | undefined }) {
  if (at === undefined) return <span>{m.organization_key_use_untold()}</span>;
  if (at === null) return <span>{m.organization_key_never()}</span>;
  return (
    <span>
      {m.organization_key_used()} <Instant at={at} form="relative" />
    </span>
  );
}

const nameRules = { name: trimmed(Name) };

function RenameForm({
  apiKey,
  readBack,
  working,
  onSave,
  onKeep,
}: {
  apiKey: ApiKey;
  readBack: () => Promise<ApiKey | undefined>;
  working: boolean;
  onSave: (name: string) => Promise<void>;
  onKeep: () => void;
}) {
  const edited = useEditedForm(
    nameRules,
    { name: visibleName(apiKey.name) ?? '' },
    useLeftTyped(`name of ${apiKey.id}`),
  );
  const { register, formState } = edited.form;
  const { checking, save } = useCheckedSave(edited);
  const current = async () => {
    const now = await readBack();
    return now && { name: now.name ?? '' };
  };
  return (
    <form
      noValidate
      onSubmit={edited.submit(onKeep, ({ name = '' }) => void save(current, () => onSave(name)))}
    >
      <Stack style={{ gap: 10, maxWidth: 420 }}>
        <TextInput
          label={m.organization_key_name()}
          autoComplete="off"
          error={formState.errors.name && m.organization_name_rule()}
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the reader has just asked to write here
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Escape') onKeep();
          }}
          {...register('name')}
        />
        <FieldConflict edited={edited} field="name" what={m.organization_key_name()} at={apiKey.updatedAt} />
        <Row>
          <Button type="submit" variant="contained" loading={working || checking}>
            {m.common_save()}
          </Button>
          <Button onClick={onKeep}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </form>
  );
}
