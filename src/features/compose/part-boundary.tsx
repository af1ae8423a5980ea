import { Component, type ReactNode } from 'react';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';

interface Props {
  /** Stores whatever is not stored yet. */
  readonly save: () => Promise<void>;
  readonly children: ReactNode;
}

/**
 * A part of the form that did not load, or failed, takes nothing with it: the rest stays with what is typed in it. A
 * newer build may have taken the place of the one that this page is of; loading the page again brings that one, and
 * the draft.
 */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <WarningStrip
        action={{
          label: m.draft_part_reload(),
          onSelect: () => {
            void this.props.save().finally(() => {
              window.location.reload();
            });
          },
        }}
      >
        {m.draft_part_missing()}
      </WarningStrip>
    );
  }
}
