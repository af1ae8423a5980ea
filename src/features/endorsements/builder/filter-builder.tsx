import { useRef, useState } from 'react';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { m } from '#i18n/messages.ts';
import { ConditionEditor } from './condition-editor.tsx';
import type { Draft } from '../filter/draft.ts';
import type { ListName } from '../filter/fields.ts';
import { nodeWords, sentenceOf, type Saying } from '../filter/sentence.ts';
import {
  everything,
  isEverything,
  nodeAt,
  replaceAt,
  type FilterNode,
  type Group,
  type Path,
} from '../filter/tree.ts';
import { faultOfTree, toWhere } from '../filter/where.ts';
import { Items, keyOf, type Context, type Editing } from './filter-parts.tsx';
import css from './filter-builder.module.css';

/** Earlier filters that undo can bring back. */
const mostSteps = 50;

interface Props {
  list: ListName;
  tree: Group;
  say: Saying;
  /** What concerns the organization: named and not spelled out. */
  own: FilterNode | undefined;
  onChange: (tree: Group) => void;
}

/** The filter as a sentence whose parts are buttons: each opens as a form, and between them stand «and» and «or». */
export function FilterBuilder({ list, tree, say, own, onChange }: Props) {
  const { zone: timeZone } = usePreferences();
  const refused = useRefused(list === 'events' ? '/endorse-events' : '/endorsables')('where')
    ? m.common_filter_refused()
    : undefined;
  const [editing, setEditing] = useState<Editing>();
  // What was typed and not applied is there when the form is opened again.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const [steps, setSteps] = useState<readonly Group[]>([]);
  const adder = useRef<HTMLButtonElement>(null);

  const change = (next: Group): void => {
    setSteps([...steps, tree].slice(-mostSteps));
    setDrafts(new Map());
    onChange(next);
  };
  const undo = (): void => {
    const last = steps.at(-1);
    setSteps(steps.slice(0, -1));
    setDrafts(new Map());
    if (last) onChange(last);
  };
  const remove = (path: Path): void => {
    setEditing(undefined);
    change(replaceAt(tree, path, undefined));
    adder.current?.focus();
  };
  const open = (mode: Editing['mode'], path: Path, anchor: HTMLElement | null): void => {
    if (anchor) setEditing({ mode, path, anchor });
  };
  const context: Context = { list, tree, say, open, remove, change, own };

  const title = editing ? titleOf(editing, tree, list, say) : '';

  return (
    <>
      <div className={css.root} role="group" aria-label={m.endorsements_filter()}>
        <div className={css.sentence}>
          <span className={css.lead}>{leadOf(list, tree)}</span>
          <Items group={tree} path={[]} context={context} />
          <Button
            ref={adder}
            variant="text"
            icon={<AddIcon aria-hidden="true" />}
            aria-label={m.endorsements_add_condition_long()}
            disabled={refused !== undefined}
            title={refused}
            onClick={(event) => open('add', [], event.currentTarget)}
          >
            {m.endorsements_add_condition()}
          </Button>
          <Button
            variant="text"
            icon={<AddIcon aria-hidden="true" />}
            aria-label={m.endorsements_add_group_long()}
            disabled={refused !== undefined}
            title={refused}
            onClick={(event) => open('group', [], event.currentTarget)}
          >
            {m.endorsements_add_group()}
          </Button>
        </div>
        <Tools
          list={list}
          tree={tree}
          onUndo={steps.length > 0 ? undo : undefined}
          onClear={() => {
            change(everything);
            adder.current?.focus();
          }}
        />
      </div>
      <VisuallyHidden role="status">{sentenceOf(list, tree, say)}</VisuallyHidden>
      {editing && (
        <Popover anchor={editing.anchor} onClose={() => setEditing(undefined)} label={title}>
          <ConditionEditor
            key={keyOf(editing)}
            editing={editing}
            context={context}
            timeZone={timeZone}
            typed={drafts.get(keyOf(editing))}
            onTyped={(draft) => setDrafts(new Map(drafts).set(keyOf(editing), draft))}
            onClose={() => setEditing(undefined)}
          />
        </Popover>
      )}
    </>
  );
}

/** What the sentence of the filter begins with. */
function leadOf(list: ListName, tree: Group): string {
  if (list === 'events')
    return isEverything(tree) ? m.endorsements_all_events() : m.endorsements_events_where();
  return isEverything(tree) ? m.endorsements_all_tokens() : m.endorsements_tokens_where();
}

function Tools({
  list,
  tree,
  onUndo,
  onClear,
}: {
  list: ListName;
  tree: Group;
  /** Undefined: there is no earlier filter. */
  onUndo: (() => void) | undefined;
  onClear: () => void;
}) {
  const snack = useSnack();
  return (
    <div className={css.tools}>
      {onUndo && <IconButton label={m.endorsements_undo()} icon={<UndoIcon />} onClick={onUndo} />}
      {!isEverything(tree) && (
        <>
          <IconButton
            label={m.endorsements_copy_where()}
            icon={<CopyIcon />}
            disabled={faultOfTree(list, tree) !== undefined}
            onClick={() => {
              navigator.clipboard.writeText(JSON.stringify(toWhere(tree))).then(
                () => snack({ text: m.common_copied() }),
                () => snack({ text: m.common_copy_refused() }),
              );
            }}
          />
          <IconButton label={m.endorsements_clear()} icon={<CloseIcon />} onClick={onClear} />
        </>
      )}
    </div>
  );
}

function titleOf({ mode, path }: Editing, tree: Group, list: ListName, say: Saying): string {
  const node = mode === 'change' ? nodeAt(tree, path) : undefined;
  if (node) return m.endorsements_edit_condition({ condition: nodeWords(list, node, say) });
  return mode === 'group' ? m.endorsements_new_group() : m.endorsements_new_condition();
}
