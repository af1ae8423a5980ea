import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { isMissingPart } from '#client/http/missing-part.ts';

// Nearly nobody ever sees it. Where it does not come there is a gap, and the rest of the page.
const BrokenPart = lazy<ComponentType<{ retry: () => void }>>(() =>
  import('./broken-part.tsx').then(
    (module) => ({ default: module.BrokenPart }),
    (): { default: ComponentType<{ retry: () => void }> } => ({ default: () => null }),
  ),
);

interface Props {
  /** What is shown in it: another value is tried anew. */
  readonly of: unknown;
  /** The element that stands in its place, where it must be a row or an item of a list. */
  readonly around?: (broken: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly of: unknown;
  readonly error: unknown;
}

/**
 * Second line of defence: a row or a card that cannot be drawn takes nothing else with it. Going elsewhere, or data
 * that changed, tries again. A part of the app that did not come is for the page around it to say.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isMissingPart(error)) throw error as Error;
    const broken = (
      <Suspense fallback={null}>
        <BrokenPart
          retry={() => {
            this.setState({ error: undefined });
          }}
        />
      </Suspense>
    );
    return this.props.around ? this.props.around(broken) : broken;
  }
}
