import { lazy, useState, type ComponentType } from 'react';

/** A component in a file of its own. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Begins to fetch the file. Once it is there the component is drawn at once, without a fallback before it. */
  preload: () => Promise<unknown>;
};

/**
 * Like React's `lazy`, which shows the fallback for 300 ms even where the file was fetched before: it cannot know that
 * until it has waited once.
 *
 * @param load a failed load is begun again by the next component
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await preload() }));
  function Part(props: Props) {
    // One that waits goes on waiting when the file comes: another component in its place would lose its state.
    const [Component] = useState((): ComponentType<Props> => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Part, { preload });
}
