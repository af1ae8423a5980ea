import { Component, type ReactNode } from 'react';
import { isMissingPart } from '#client/http/missing-part.ts';
import { Card } from '#ui/layout/card.tsx';
import { FailedState } from '#ui/feedback/failed-state.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { m } from '#i18n/messages.ts';
import { loadAgain, noteStaleBuild } from './strips/stale-build.ts';

interface Props {
  /** Where the reader is: going elsewhere clears the failure. */
  at: string;
  /** Nothing is around it that has a main region. */
  alone?: boolean;
  children: ReactNode;
}

interface State {
  error: unknown;
  at: string;
}

/**
 * One page may fail; the shell around it stays, with the way out, the tray and the palette. Where it is the shell that
 * fails, that is said alone.
 */
export class RouteBoundary extends Component<Props, State> {
  override state: State = { error: undefined, at: this.props.at };
  #wait: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    if (isMissingPart(error)) noteStaleBuild();
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.at === state.at ? null : { at: props.at, error: undefined };
  }

  override componentDidCatch(error: unknown): void {
    // The reader just came here, so there is nothing of theirs on it yet.
    if (isMissingPart(error)) this.#wait = loadAgain();
  }

  override componentDidUpdate(): void {
    if (this.state.error === undefined) this.#wait?.();
  }

  override componentWillUnmount(): void {
    this.#wait?.();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const missing = isMissingPart(error);
    const title = missing ? m.shell_page_not_loaded_title() : m.shell_crashed_title();
    const page = (
      <PageFrame title={title}>
        <Card flush>
          <FailedState
            title={title}
            text={missing ? m.shell_page_not_loaded_text() : m.shell_crashed_text()}
            details={!missing && error instanceof Error ? error : undefined}
            onRetry={() => {
              window.location.reload();
            }}
          />
        </Card>
      </PageFrame>
    );
    return this.props.alone ? <main id="main">{page}</main> : page;
  }
}
