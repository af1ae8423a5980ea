import { MutationObserver, QueryClient, type MutationOptions } from '@tanstack/react-query';

/** Runs a mutation with a cache of its own, as a component does. */
export const runMutation = <Answer, Input>(
  options: MutationOptions<Answer, Error, Input>,
  input: Input,
): Promise<Answer> => new MutationObserver(new QueryClient(), options).mutate(input);
