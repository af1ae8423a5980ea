import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { apiKeys } from '#client/families/people/api-keys.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { ApiKey } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { m } from '#i18n/messages.ts';
import { RenameKeyForm } from './rename-key-form.tsx';
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
  /** Somebody else revoked it: it is still shown because the user is changing it. */
  gone: boolean;
  /** Keeps it in the list while a form or a question about it is open. */
  onHold: (id: string | undefined) => void;
  /** Reads the key again; undefined: the service does not answer it. */
  readBack: () => Promise<ApiKey | undefined>;
  /** No other is switched on: without it no program gets in. */
  last: boolean;
  /** As it is now; undefined: it is gone. */
  onChanged: (changed: ApiKey | undefined) => void;
}) {
  const key = useKeyChanges({ apiKey, onHold, onChanged });
  const { panel, showPanel, ignored, error } = key;
  return (
    <li>
      <div className="line">
        <div>
          <div className="name">{nameOf(apiKey)}</div>
          <KeyFacts apiKey={apiKey} />
        </div>
        <div className="actions">
          <KeyActions apiKey={apiKey} state={key} gone={gone} last={last} />
        </div>
      </div>
      {(panel ?? error ?? (ignored || undefined)) && (
        <div className="below">
          <Stack style={{ gap: 10 }}>
            {gone && (
              <WarningStrip action={{ label: m.common_close(), onSelect: () => showPanel(undefined) }}>
                {m.tabs_gone()}
              </WarningStrip>
            )}
            {error ? (
              <WarningStrip>
                <FailureText error={error} />
              </WarningStrip>
            ) : null}
            {ignored && <WarningStrip>{m.organization_key_scopes_unchanged()}</WarningStrip>}
            <KeyPanel apiKey={apiKey} state={key} last={last} readBack={readBack} />
          </Stack>
        </div>
      )}
    </li>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div className="facts">
      <HashText value={apiKey.id ?? ''} size="id" />
      {apiKey.createdAt && (
        <span>
          {m.organization_key_created()} <Instant at={apiKey.createdAt} form="day" />
        </span>
      )}
      <LastUse at={apiKey.lastUsedAt} />
      <Scopes scopes={apiKey.scopes} />
    </div>
  );
}

/** Absent: the service does not tell. Null: it tells that it never was. */
function LastUse({ at }: { at: string | null | undefined }) {
  if (at === undefined) return <span>{m.organization_key_use_unreported()}</span>;
  if (at === null) return <span>{m.organization_key_never()}</span>;
  return (
    <span>
      {m.organization_key_used()} <Instant at={at} form="relative" />
    </span>
  );
}

type KeyState = ReturnType<typeof useKeyChanges>;

function KeyActions({
  apiKey,
  state: { change, revoke, showPanel },
  gone,
  last,
}: {
  apiKey: ApiKey;
  state: KeyState;
  gone: boolean;
  last: boolean;
}) {
  const name = nameOf(apiKey);
  const enabled = apiKey.enabled !== false;
  // The switch shows the requested state while the request runs.
  const isOn = (change.isPending ? change.variables.enabled : undefined) ?? enabled;
  return (
    <>
      <Switch
        label={<VisuallyHidden>{m.organization_key_switch({ name })}</VisuallyHidden>}
        checked={isOn}
        disabled={gone || change.isPending || revoke.isPending}
        onChange={() => {
          if (enabled && last) showPanel('off');
          else {
            showPanel(undefined);
            change.mutate({ enabled: !enabled });
          }
        }}
      />
      <span className="state" aria-hidden="true">
        {isOn ? m.organization_key_on() : m.organization_key_off()}
      </span>
      <Button aria-label={m.organization_key_rename_name({ name })} onClick={() => showPanel('rename')}>
        {m.organization_key_rename()}
      </Button>
      {isChoosable(apiKey.scopes) && (
        <Button aria-label={m.organization_key_limit_name({ name })} onClick={() => showPanel('scopes')}>
          {m.organization_key_limit()}
        </Button>
      )}
      <Button
        variant="destructive"
        aria-label={m.organization_key_revoke_name({ name })}
        onClick={() => showPanel('revoke')}
      >
        {m.organization_key_revoke()}
      </Button>
    </>
  );
}

/** The form or the question that an action of the key opens below it. */
function KeyPanel({
  apiKey,
  state: { panel, showPanel, change, revoke },
  last,
  readBack,
}: {
  apiKey: ApiKey;
  state: KeyState;
  last: boolean;
  readBack: () => Promise<ApiKey | undefined>;
}) {
  const name = nameOf(apiKey);
  const onKeep = (): void => showPanel(undefined);
  switch (panel) {
    case undefined:
      return null;
    case 'scopes':
      return (
        <ScopesForm
          apiKey={apiKey}
          readBack={readBack}
          working={change.isPending}
          onKeep={onKeep}
          onSave={async (scopes) => {
            await change.mutateAsync({ scopes }).catch(() => undefined);
          }}
        />
      );
    case 'rename':
      return (
        <RenameKeyForm
          apiKey={apiKey}
          readBack={readBack}
          working={change.isPending}
          onKeep={onKeep}
          onSave={async (next) => {
            await change.mutateAsync({ name: next }).catch(() => undefined);
          }}
        />
      );
    case 'off':
      return (
        <ConfirmInPlace
          key={panel}
          title={m.organization_key_off_title({ name })}
          text={m.organization_key_off_text()}
          confirm={m.organization_key_off_confirm()}
          keep={m.organization_key_off_keep()}
          working={change.isPending}
          onKeep={onKeep}
          onConfirm={() => change.mutate({ enabled: false })}
        />
      );
    case 'revoke':
      return (
        <ConfirmInPlace
          key={panel}
          title={m.organization_key_revoke_title({ name })}
          text={last ? m.organization_key_revoke_last() : m.organization_key_revoke_text()}
          confirm={m.organization_key_revoke_confirm()}
          keep={m.organization_key_revoke_keep()}
          working={revoke.isPending}
          onKeep={onKeep}
          onConfirm={() => revoke.mutate()}
        />
      );
  }
}

/** The requests that change a key, and which of them the user must confirm. */
function useKeyChanges({
  apiKey,
  onHold,
  onChanged,
}: Pick<Parameters<typeof KeyRow>[0], 'apiKey' | 'onHold' | 'onChanged'>) {
  const { client } = useConnection();
  const snack = useSnack();
  const [panel, setPanel] = useState<'rename' | 'scopes' | 'off' | 'revoke'>();
  /** The service answered, and did not limit it as requested. */
  const [ignored, setIgnored] = useState(false);
  const family = apiKeys(client);
  const id = apiKey.id ?? '';
  const change = useMutation({
    ...family.change(id),
    onSuccess: (changed, { scopes }) => {
      // An answer may leave the scopes out: the list, which is read again, has them.
      setIgnored(scopes !== undefined && changed.scopes != null && !hasJust(changed.scopes, scopes));
      onChanged(changed);
      setPanel(undefined);
      onHold(undefined);
    },
  });
  const revoke = useMutation({
    ...family.remove(id),
    onSuccess: (revoked) => {
      onHold(undefined);
      onChanged(undefined);
      snack({ text: m.organization_key_revoked({ name: revoked.name ?? nameOf(apiKey) }) });
    },
  });
  const showPanel = (what: typeof panel): void => {
    change.reset();
    revoke.reset();
    setIgnored(false);
    setPanel(what);
    onHold(what && id);
  };
  return { panel, showPanel, ignored, change, revoke, error: change.error ?? revoke.error };
}

const nameOf = (apiKey: ApiKey): string => visibleName(apiKey.name) ?? m.organization_key_unnamed();
