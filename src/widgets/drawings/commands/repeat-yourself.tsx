import { useId } from 'react';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { m } from '#i18n/messages.ts';
import { DrawingPanel, NothingDrawn } from '../drawing-panel.tsx';
import { ShellCode } from './shell-code.tsx';
import type { ShellBlock, ShellTool } from './shell-lines.ts';
import css from './repeat-yourself.module.css';

/** The same steps for the reader's own terminal: nothing of this product runs in them. */
export function RepeatYourself({
  blocks,
  level = 2,
}: {
  blocks: readonly ShellBlock[];
  level?: 2 | 3 | undefined;
}) {
  return (
    <DrawingPanel title={m.inspector_shell_title()} about={m.inspector_shell_about()} level={level}>
      {blocks.length === 0 ? (
        <NothingDrawn>{m.inspector_shell_none()}</NothingDrawn>
      ) : (
        blocks.map((block, at) => <Block key={at} block={block} level={level} isOpen={blocks.length === 1} />)
      )}
    </DrawingPanel>
  );
}

/** Folded among others, since the commands of one are taller than a screen. */
function Block({ block, level, isOpen }: { block: ShellBlock; level: 2 | 3; isOpen: boolean }) {
  const id = useId();
  const Heading = level === 2 ? 'h3' : 'h4';
  const title = titleOf(block.id);
  return (
    // A group and no landmark: the drawing of the same thing bears the same name.
    <Disclosure
      className={css.part}
      aria-labelledby={id}
      open={isOpen}
      summary={<Heading id={id}>{title}</Heading>}
    >
      <p className={css.needs}>
        {m.inspector_shell_needs({ tools: block.needs.map(toolName).join(', ') })}
        {block.needs.includes('openssl-3.2') && ` ${m.inspector_shell_keccak()}`}
        {block.id === 'stamp' && ` ${m.inspector_shell_stamp_purpose()}`}
      </p>
      <ShellCode lines={block.lines} label={title} />
    </Disclosure>
  );
}

function titleOf(id: ShellBlock['id']): string {
  switch (id) {
    case 'merkle':
      return m.inspector_draw_title();
    case 'range':
      return m.inspector_draw_range_title();
    case 'signature':
      return m.inspector_shell_signature();
    case 'ocsp':
      return m.inspector_shell_ocsp();
    case 'stamp':
      return m.inspector_shell_stamp();
  }
}

function toolName(tool: ShellTool): string {
  return tool === 'openssl-3.2' ? 'openssl ≥ 3.2' : tool;
}
