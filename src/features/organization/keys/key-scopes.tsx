import { useId, type Ref } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod/mini';
import { UpdateApiKeyInput } from '#contract/operations/inputs.ts';
import { keyScopes } from '#contract/operations/key-scopes.ts';
import type { KeyScope } from '#contract/operations/key-scopes.ts';
import type { ApiKey } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row, Stack } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useLeftTyped } from '#widgets/conflict/left-typed.ts';
import { useCheckedSave } from '#widgets/conflict/use-checked-save.ts';
import { useEditedForm } from '#widgets/conflict/use-edited-form.ts';
import { m } from '#i18n/messages.ts';
import { Note } from '../rows.tsx';
import css from './key-scopes.module.css';

/** What a key may do, to be chosen. */
export function ScopeChoices({
  scopes,
  wrong,
  ref,
  onChange,
}: {
  scopes: readonly KeyScope[];
  /** The first box, which gets the focus when none is chosen. */
  ref?: Ref<HTMLInputElement> | undefined;
  /** Says that one has to be chosen. */
  wrong: boolean;
  onChange: (scopes: readonly KeyScope[]) => void;
}) {
  const rule = useId();
  return (
    <fieldset className={css.choices} aria-describedby={wrong ? rule : undefined}>
      <legend>{m.organization_key_scopes()}</legend>
      {keyScopes.map((scope, index) => (
        <Checkbox
          key={scope}
          ref={index === 0 ? ref : undefined}
          label={scopeWords[scope]()}
          checked={scopes.includes(scope)}
          onChange={(event) => {
            const { checked } = event.target;
            onChange(keyScopes.filter((each) => (each === scope ? checked : scopes.includes(each))));
          }}
        />
      ))}
      {wrong && (
        <p id={rule} role="alert">
          {m.organization_key_scopes_rule()}
        </p>
      )}
    </fieldset>
  );
}

/** What the key may do; absent: the service does not tell, and knows no limits. */
export function Scopes({ scopes }: { scopes: ApiKey['scopes'] }) {
  const say = useSaid();
  return scopes ? <span>{say(scopes)}</span> : null;
}

/** Whether all that the service tells can be chosen here: a change would take away what cannot. */
export const isChoosable = (scopes: ApiKey['scopes']): boolean =>
  scopes?.every((scope) => keyScopes.some((known) => known === scope)) ?? false;

/** Whether a key may do what was wanted and nothing else. */
export const hasJust = (reported: ApiKey['scopes'], wanted: readonly KeyScope[]): boolean =>
  reported?.length === wanted.length && isLimitedTo(reported, wanted);

/** Whether a key may do nothing that was not wanted. */
export const isLimitedTo = (reported: ApiKey['scopes'], wanted: readonly string[]): boolean =>
  reported?.every((scope) => wanted.includes(scope)) ?? false;

/** Gives a key other limits, unless somebody else just did. */
export function ScopesForm({
  apiKey,
  readBack,
  working,
  onSave,
  onKeep,
}: {
  apiKey: ApiKey;
  readBack: () => Promise<ApiKey | undefined>;
  working: boolean;
  onSave: (scopes: readonly KeyScope[]) => Promise<void>;
  onKeep: () => void;
}) {
  const say = useSaid();
  const theirs = textOf(apiKey.scopes);
  const edited = useEditedForm(rules, { scopes: theirs }, useLeftTyped(`scopes of ${apiKey.id}`));
  const { checking, save } = useCheckedSave(edited);
  const chosen = scopesIn(edited.mine.scopes);
  const narrower = scopesIn(theirs).some((scope) => !chosen.includes(scope));
  const current = async () => {
    const now = await readBack();
    return now && { scopes: textOf(now.scopes) };
  };
  return (
    <form
      noValidate
      onSubmit={edited.submit(
        onKeep,
        ({ scopes = '' }) => void save(current, () => onSave(scopesIn(scopes))),
      )}
    >
      <Stack style={{ gap: 10, maxWidth: 640 }}>
        <Controller
          control={edited.form.control}
          name="scopes"
          render={({ field: { ref, onChange }, fieldState: { invalid } }) => (
            <ScopeChoices
              ref={ref}
              scopes={chosen}
              wrong={invalid}
              onChange={(scopes) => onChange(textOf(scopes))}
            />
          )}
        />
        {narrower && <Note>{m.organization_key_scopes_narrower()}</Note>}
        <FieldConflict
          edited={edited}
          field="scopes"
          what={m.organization_key_scopes()}
          at={apiKey.updatedAt}
          say={(text) => say(scopesIn(text))}
        />
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

/** Scopes as one value that is edited, always in the same order. */
const textOf = (scopes: readonly string[] | null | undefined): string =>
  scopesIn(scopes?.join(' ') ?? '').join(' ');
const scopesIn = (text: string): KeyScope[] => keyScopes.filter((scope) => text.split(' ').includes(scope));

const rules = {
  scopes: z
    .string()
    .check(z.refine((text) => z.safeParse(UpdateApiKeyInput.shape.scopes, scopesIn(text)).success)),
};

function useSaid(): (scopes: readonly string[]) => string {
  const format = useFormat();
  return (scopes) => {
    const known = keyScopes.filter((scope) => scopes.includes(scope));
    if (known.length === keyScopes.length) return m.organization_key_scopes_all();
    return m.organization_key_scopes_list({ scopes: format.list(known.map((scope) => shortScope[scope]())) });
  };
}

const scopeWords: Readonly<Record<KeyScope, () => string>> = {
  read: () => m.organization_key_scope_read(),
  write: () => m.organization_key_scope_write(),
  administer: () => m.organization_key_scope_administer(),
};

const shortScope: Readonly<Record<KeyScope, () => string>> = {
  read: () => m.organization_key_scopes_short_read(),
  write: () => m.organization_key_scopes_short_write(),
  administer: () => m.organization_key_scopes_short_administer(),
};
