import { useRef, type ReactNode } from 'react';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import { joinWord, nodeWords, type Saying } from '../filter/sentence.ts';
import { joinAt, otherJoin, type FilterNode, type Group, type Path } from '../filter/tree.ts';
import css from './filter-parts.module.css';

/** What the open form makes: a change of a part, another part of a group, or a group with its first part. */
export interface Editing {
  readonly mode: 'change' | 'add' | 'group';
  readonly path: Path;
  readonly anchor: HTMLElement;
}

export const keyOf = ({ mode, path }: Editing): string => `${mode} ${path.join('.')}`;

/** What the parts of a sentence share. */
export interface Context {
  readonly list: ListName;
  readonly tree: Group;
  readonly say: Saying;
  readonly open: (mode: Editing['mode'], path: Path, anchor: HTMLElement | null) => void;
  readonly remove: (path: Path) => void;
  readonly change: (tree: Group) => void;
  /** What concerns the organization, which is named and not spelled out. */
  readonly own: FilterNode | undefined;
}

/** The parts of a group, with «and» or «or» between them. */
export function Items({ group, path, context }: { group: Group; path: Path; context: Context }) {
  return group.items.flatMap((item, at): ReactNode[] => {
    const here = [...path, at];
    const part = <Part key={here.join('.')} node={item} path={here} context={context} />;
    return at === 0
      ? [part]
      : [<JoinPart key={`join ${here.join('.')}`} {...{ group, path, context }} />, part];
  });
}

function JoinPart({ group, path, context }: { group: Group; path: Path; context: Context }) {
  return (
    <button
      className={css.joinButton}
      type="button"
      aria-label={group.join === 'and' ? m.endorsements_join_to_or() : m.endorsements_join_to_and()}
      title={group.join === 'and' ? m.endorsements_join_to_or() : m.endorsements_join_to_and()}
      onClick={() => context.change(joinAt(context.tree, path, otherJoin(group.join)))}
    >
      {joinWord(group.join)}
    </button>
  );
}

function Part({ node, path, context }: { node: FilterNode; path: Path; context: Context }) {
  const { list, say, open, remove, own } = context;
  if (own && JSON.stringify(node) === JSON.stringify(own))
    return <OwnPart list={list} onRemove={() => remove(path)} />;
  const words = nodeWords(list, node, say);
  if (node.kind === 'group') return <GroupPart group={node} path={path} words={words} context={context} />;
  const wrong = node.kind === 'wrong';
  return (
    <span className={css.chip} data-wrong={wrong || undefined}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={
          wrong
            ? m.endorsements_fix_part({ part: node.text })
            : m.endorsements_edit_condition({ condition: words })
        }
        onClick={(event) => open('change', path, event.currentTarget)}
      >
        {wrong && <ErrorIcon aria-hidden="true" />}
        {wrong ? node.text || '…' : words}
      </button>
      <RemoveButton words={words} onRemove={() => remove(path)} />
    </span>
  );
}

function OwnPart({ list, onRemove }: { list: ListName; onRemove: () => void }) {
  const words = list === 'events' ? m.endorsements_own_events() : m.endorsements_own_tokens();
  return (
    <span className={css.chip}>
      <span className={css.words}>{words}</span>
      <RemoveButton words={words} onRemove={onRemove} />
    </span>
  );
}

function RemoveButton({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={m.endorsements_remove_condition({ condition: words })}
      onClick={onRemove}
    >
      <CloseIcon aria-hidden="true" style={{ fontSize: 16 }} />
    </button>
  );
}

function GroupPart({
  group,
  path,
  words,
  context,
}: {
  group: Group;
  path: Path;
  words: string;
  context: Context;
}) {
  const button = useRef<HTMLElement | null>(null);
  return (
    <span className={css.groupBox} role="group" aria-label={m.endorsements_group({ sentence: words })}>
      <span className={css.paren} aria-hidden="true">
        (
      </span>
      <Items group={group} path={path} context={context} />
      <Menu
        label={m.endorsements_add_to_group()}
        placement="bottom-start"
        items={[
          {
            id: 'condition',
            label: m.endorsements_add_condition(),
            onSelect: () => context.open('add', path, button.current),
          },
          {
            id: 'group',
            label: m.endorsements_add_group_inside(),
            onSelect: () => context.open('group', path, button.current),
          },
        ]}
      >
        {(trigger) => (
          <IconButton
            small
            label={m.endorsements_add_to_group()}
            icon={<AddIcon />}
            {...trigger}
            onClick={(event) => {
              button.current = event.currentTarget;
              trigger.onClick();
            }}
          />
        )}
      </Menu>
      <span className={css.paren} aria-hidden="true">
        )
      </span>
    </span>
  );
}
