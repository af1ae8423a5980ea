import { LinkButton } from '#ui/actions/button.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';

/** Leads to the code by which people link themselves: what a directory without people needs first. */
export function LinkCodeButton() {
  return (
    <LinkButton to={withQuery(paths.organization, { tab: 'links' })}>{m.directory_to_code()}</LinkButton>
  );
}
