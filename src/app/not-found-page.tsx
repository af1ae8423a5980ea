import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { m } from '#i18n/messages.ts';
import { paths } from '#widgets/paths.ts';

export function NotFoundPage() {
  return (
    <PageFrame title={m.shell_not_found_title()}>
      <Card>
        <EmptyState
          icon={<SearchOffIcon aria-hidden="true" />}
          title={m.shell_not_found_text()}
          actions={
            <LinkButton to={paths.overview} variant="contained">
              {m.shell_not_found_home()}
            </LinkButton>
          }
        />
      </Card>
    </PageFrame>
  );
}
