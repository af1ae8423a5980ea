import { useId, useState } from 'react';
import { styled } from '@mui/material/styles';
import { keyScopes } from '#contract/key-scopes.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { ApiKey } from '#contract/resources.ts';
import { Button } from '#ui/button.tsx';
import { Row, Stack } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ink, type } from '#ui/ink.ts';
import { useFormat } from '#ui/use-format.ts';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useLeftTyped } from '#widgets/conflict/left-typed.ts';
import { useCheckedSave } from '#widgets/conflict/use-checked-save.ts';
import { useEdited } from '#widgets/conflict/use-edited.ts';
import { m } from '#words/words.ts';
import { Note } from './rows.tsx';

const Choices = styled('fieldset')({
  ...type.table,
  display: 'grid',
  justifyItems: 'start',
  gridColumn: '1 / -1',
  gap: 4,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: '0 0 4px', color: ink.text2 },
  '& > p': { margin: 0, color: ink.fail },
});

/** What a key may do, to be chosen. */
export function ScopeChoices({
  scopes,
  wrong,
  onChange,
}: {
  scopes: readonly KeyScope[];
  /** Says that one has to be chosen. */
  wrong: boolean;
  onChange: (scopes: readonly KeyScope[]) => void;
}) {
  const rule = useId();
  return (
    <Choices aria-describedby={wrong ? rule : undefined}>
      <legend>{m.organization_key_scopes()}</legend>
      {keyScopes.map((scope) => (
        <Checkbox
          key={scope}
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
    </Choices>
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
  const edited = useEdited({ scopes: theirs }, useLeftTyped(`scopes of ${apiKey.id}`));
  const { attention, decide, checking, save } = useCheckedSave(edited);
  const [tried, setTried] = useState(false);
  const chosen = scopesIn(edited.mine.scopes);
  const narrower = scopesIn(theirs).some((scope) => !chosen.includes(scope));
  const current = async () => {
    const now = await readBack();
    return now && { scopes: textOf(now.scopes) };
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (edited.conflicts.scopes !== undefined) decide();
        else if (edited.changed.length === 0) onKeep();
        else if (chosen.length > 0) void save(current, () => onSave(chosen));
      }}
    >
      <Stack style={{ gap: 10, maxWidth: 640 }}>
        <ScopeChoices
          scopes={chosen}
          wrong={tried && chosen.length === 0}
          onChange={(scopes) => edited.write('scopes', textOf(scopes))}
        />
        {narrower && <Note>{m.organization_key_scopes_narrower()}</Note>}
        <FieldConflict
          {...{ edited, attention }}
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
