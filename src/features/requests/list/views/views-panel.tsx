import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import CheckIcon from '@mui/icons-material/Check';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { useClient } from '#client/session/session-context.tsx';
import type { SavedView } from '#jobs/store/record-shapes.ts';
import { newSavedView, savedViews } from '#jobs/store/saved-views.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Name } from '#ui/data/name.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { m } from '#i18n/messages.ts';
import type { useView } from '../use-view.ts';
import { plainView, savedAddress } from '../view.ts';
import { useSavedViews, viewOf } from './use-saved-views.ts';
import { ViewNameForm } from './view-name-form.tsx';
import css from './views-panel.module.css';

type PanelProps = ReturnType<typeof useView> & { onClose: () => void };

/** The saved views of the list: each is applied by a press, and the one that is shown can be saved again. */
export function ViewsPanel(props: PanelProps) {
  const saved = useSavedViews(props.view);
  if (saved.isError) return <p className={css.panel}>{m.requests_views_failed()}</p>;
  if (!saved.views) return <p className={css.panel}>{m.common_loading()}</p>;
  return <Views {...props} {...saved} views={saved.views} />;
}

function Views({
  view,
  change,
  onClose,
  views,
  shown,
  isChanged,
}: PanelProps & ReturnType<typeof useSavedViews> & { views: readonly SavedView[] }) {
  const { scope } = useClient();
  const [renamed, setRenamed] = useState<SavedView>();
  // Every change closes the panel, so that no row moves under the pointer.
  const { save, remove, isFailed } = useViewChanges(onClose);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It arrives after the panel has opened, so it takes the focus itself.
    panel.current?.querySelector<HTMLElement>('[aria-current], input')?.focus();
  }, [renamed]);
  const apply = (address: string, id: string | undefined) => {
    onClose();
    change({ ...viewOf(address), saved: id });
  };
  const namesBeside = (id?: string) => views.filter((one) => one.id !== id).map(({ name }) => name);
  return (
    <div className={css.panel} ref={panel}>
      {renamed ? (
        <ViewNameForm
          label={m.requests_view_new_name()}
          name={renamed.name}
          taken={namesBeside(renamed.id)}
          onSave={(name) => save({ ...renamed, name })}
          onCancel={() => setRenamed(undefined)}
        />
      ) : (
        <>
          {views.length === 0 ? (
            <p>{m.requests_views_none()}</p>
          ) : (
            <ul aria-label={m.requests_views()}>
              <Row isShown={!shown && savedAddress(view) === ''} onApply={() => apply('', plainView.saved)}>
                {m.requests_view_plain()}
              </Row>
              {views.map((one) => (
                <Row
                  key={one.id}
                  isShown={one === shown}
                  detail={one === shown && isChanged ? m.requests_view_changed() : undefined}
                  onApply={() => apply(one.address, one.id)}
                  actions={
                    <>
                      <IconButton
                        small
                        label={m.requests_view_rename({ name: one.name })}
                        icon={<EditIcon />}
                        onClick={() => setRenamed(one)}
                      />
                      <IconButton
                        small
                        label={m.requests_view_delete({ name: one.name })}
                        icon={<DeleteIcon />}
                        onClick={() => remove(one)}
                      />
                    </>
                  }
                >
                  <Name lines={2}>{one.name}</Name>
                </Row>
              ))}
            </ul>
          )}
          {shown && isChanged && (
            <Button onClick={() => save({ ...shown, address: savedAddress(view) })}>
              {m.requests_view_save_again()}
            </Button>
          )}
          <ViewNameForm
            label={m.requests_view_name()}
            taken={namesBeside()}
            onSave={(name) => {
              const made = newSavedView(scope, name, savedAddress(view));
              save(made, () => change({ saved: made.id }, 'replace'));
            }}
          />
        </>
      )}
      {isFailed && <p role="alert">{m.requests_view_not_saved()}</p>}
    </div>
  );
}

function Row({
  isShown,
  detail,
  onApply,
  actions,
  children,
}: {
  isShown: boolean;
  detail?: string | undefined;
  onApply: () => void;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <button type="button" aria-current={isShown || undefined} onClick={onApply}>
        <span>{isShown && <CheckIcon aria-hidden="true" />}</span>
        <span>
          {children}
          {detail && <small>{detail}</small>}
        </span>
      </button>
      {actions}
    </li>
  );
}

/** Writes and removes views; what is removed can be brought back. */
function useViewChanges(onDone: () => void) {
  const { scope } = useClient();
  const queries = useQueryClient();
  const snack = useSnack();
  const { key, write, remove } = savedViews(scope);
  const { mutate, isError } = useMutation({
    mutationKey: key,
    networkMode: 'always',
    mutationFn: (alter: () => Promise<void>) => alter(),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
  return {
    isFailed: isError,
    save: (view: SavedView, onSaved?: () => void) => {
      // A second press comes before anything is drawn of the first.
      if (queries.isMutating({ mutationKey: key }) > 0) return;
      mutate(() => write(view), {
        onSuccess: () => {
          onSaved?.();
          onDone();
          snack({ text: m.requests_view_saved({ name: view.name }) });
        },
      });
    },
    remove: (view: SavedView) =>
      mutate(() => remove(view.id), {
        onSuccess: () => {
          onDone();
          snack({
            text: m.requests_view_deleted({ name: view.name }),
            action: { label: m.common_undo(), onSelect: () => mutate(() => write(view)) },
          });
        },
      }),
  };
}
