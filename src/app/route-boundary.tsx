import { Component, type ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { FailedState } from '#ui/failed-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { m } from '#words/words.ts';
import { isMissingPart, loadAgain, noteStaleBuild } from './stale-build.ts';

interface Props {
  /** Where the reader is: going elsewhere clears the failure. */
  at: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  at: string;
}

/** One page may fail; the shell around it stays, with the way out, the tray and the palette. */
export class RouteBoundary extends Component<Props, State> {
  override state: State = { error: undefined, at: this.props.at };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    if (isMissingPart(error)) noteStaleBuild();
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.at === state.at ? null : { at: props.at, error: undefined };
  }

  override componentDidCatch(error: unknown): void {
    // The reader just came here, so there is nothing of theirs on it yet.
    if (isMissingPart(error)) loadAgain();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const missing = isMissingPart(error);
    return (
      <PageFrame title={missing ? m.shell_page_not_loaded_title() : m.shell_crashed_title()}>
        <Card flush>
          <FailedState
            title={missing ? m.shell_page_not_loaded_title() : m.shell_crashed_title()}
            text={missing ? m.shell_page_not_loaded_text() : m.shell_crashed_text()}
            details={missing ? undefined : detailsOf(error)}
            onRetry={() => {
              window.location.reload();
            }}
          />
        </Card>
      </PageFrame>
    );
  }
}

/** What helps to find the fault: its name, its message and the first line of our code that it passed. */
function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /((?:assets|src)\/[\w./-]+:\d+:\d+)/.exec(error.stack ?? '')?.[1];
  return [error.name, error.message.slice(0, 300), place].filter(Boolean).join('  ');
}
