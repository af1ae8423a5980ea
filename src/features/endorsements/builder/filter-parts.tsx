import { useRef, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import { joinWord, nodeWords, type Saying } from '../filter/sentence.ts';
import { joinAt, otherJoin, type FilterNode, type Group, type Path } from '../filter/tree.ts';

const Chip = styled('span')({
  display: 'inline-flex',
  alignItems: 'stretch',
  maxWidth: '100%',
  minHeight: 'var(--filter-height)',
  border: `1px solid ${ink.accent}`,
  borderRadius: 6,
  background: ink.accentTint,
  color: ink.accent,
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  '&:hover': { background: ink.hover },
  '&[data-wrong]': {
    borderColor: ink.fail,
    borderStyle: 'dashed',
    background: ink.failTint,
    color: ink.fail,
  },
  '& > button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 24,
    padding: '3px 4px 3px 10px',
    border: 0,
    borderRadius: 5,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '& svg': { flex: 'none', fontSize: 16 },
  },
  '& > button + button': { padding: '0 6px 0 2px' },
});

const GroupBox = styled('span')({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  maxWidth: '100%',
  padding: '3px 4px',
  border: `1px solid ${ink.line2}`,
  borderRadius: 8,
  background: ink.sunken,
  '& > .paren': { color: ink.text3, fontSize: 16, lineHeight: '20px' },
});

const JoinButton = styled('button')({
  minWidth: 24,
  minHeight: 24,
  padding: '0 5px',
  border: 0,
  borderBottom: `1px dashed ${ink.control}`,
  background: 'none',
  color: ink.text,
  fontSize: 13,
  lineHeight: '18px',
  cursor: 'pointer',
  '&:hover': { color: ink.accent },
});

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
    <JoinButton
      type="button"
      aria-label={group.join === 'and' ? m.endorsements_join_to_or() : m.endorsements_join_to_and()}
      title={group.join === 'and' ? m.endorsements_join_to_or() : m.endorsements_join_to_and()}
      onClick={() => context.change(joinAt(context.tree, path, otherJoin(group.join)))}
    >
      {joinWord(group.join)}
    </JoinButton>
  );
}

function Part({ node, path, context }: { node: FilterNode; path: Path; context: Context }) {
  const { list, say, open, remove } = context;
  const words = nodeWords(list, node, say);
  if (node.kind === 'group') return <GroupPart group={node} path={path} words={words} context={context} />;
  const wrong = node.kind === 'wrong';
  return (
    <Chip data-wrong={wrong || undefined}>
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
      <button
        type="button"
        aria-label={m.endorsements_remove_condition({ condition: words })}
        onClick={() => remove(path)}
      >
        <CloseIcon aria-hidden="true" style={{ fontSize: 16 }} />
      </button>
    </Chip>
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
    <GroupBox role="group" aria-label={m.endorsements_group({ sentence: words })}>
      <span className="paren" aria-hidden="true">
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
      <span className="paren" aria-hidden="true">
        )
      </span>
    </GroupBox>
  );
}
