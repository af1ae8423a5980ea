import { lazy, Suspense, useState } from 'react';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { linkAddress } from '#widgets/linking/link-address.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { CorrectButton } from '#widgets/correcting/correct-button.tsx';
import { useClaimAddress } from '#widgets/owning/use-claim-address.ts';
import { withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Cause, Stuck } from '../stuck.ts';

const RemindDialog = lazy(async () => ({ default: (await import('./remind-dialog.tsx')).RemindDialog }));

/** The panel of a request in which its next step is done: the same that its page offers first. */
function panelOf({ cause, request }: Stuck): string | undefined {
  switch (cause) {
    case 'unsigned':
      return 'invite';
    case 'draft':
      return 'send';
    case 'unwitnessed':
      // A certificate of its own is the proof that can be had now.
      return request?.witness ? 'certify' : 'evidence';
    case 'unfinalized':
      // Closing it is up to the service; meanwhile the signatures can be saved.
      return 'evidence';
    default:
      return undefined;
  }
}

/** The one thing to do next: done here where that is possible, else where it leads. */
export function NextAction({ stuck, address }: { stuck: Stuck; address: string }) {
  // A message is for one person; several are written to from the page of the request.
  const [first] = stuck.people.length === 1 ? stuck.people : [];
  if (stuck.cause === 'unanswered' && stuck.request) return <Remind stuck={stuck} />;
  if (stuck.cause === 'unlinked' && first) return <ShareLinkText stuck={stuck} person={first} />;
  if (stuck.cause === 'certificate' && first) return <RenewalText stuck={stuck} person={first} />;
  if (stuck.cause === 'claimable' && first) return <Claim stuck={stuck} owner={first} />;
  if (stuck.cause === 'rejected' && stuck.request)
    return <CorrectButton request={stuck.request} variant="text" />;
  const open = panelOf(stuck);
  return (
    <LinkButton variant="text" to={open ? withQuery(address, { open }) : address}>
      {actionWord(stuck.cause, open)}
    </LinkButton>
  );
}

function Remind({ stuck: { request, people } }: { stuck: Stuck }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="text" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {m.overview_action_chase()}
      </Button>
      {isOpen && request && (
        <Suspense fallback={null}>
          <RemindDialog request={request} people={people} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Copies a message with the address at which a person links themselves, so that they can be invited. */
function ShareLinkText({ stuck: { request }, person }: { stuck: Stuck; person: Subject }) {
  const { connection, organization } = useConnection();
  const { origin } = useHost();
  return (
    <CopyMessage
      text={m.requests_unlinked_letter({
        name: visibleName(person.commonName) ?? '',
        organization: organization?.name ?? '',
        document: visibleName(request?.name) ?? m.requests_unnamed(),
        link: linkAddress(origin, { organization: organization?.id ?? '', baseUrl: connection.baseUrl }),
      })}
    />
  );
}

/** Copies a message that asks a person to renew their certificate, so that they can sign. */
function RenewalText({ stuck: { request }, person }: { stuck: Stuck; person: Subject }) {
  const { organization } = useConnection();
  const format = useFormat();
  const now = useServiceNow(60_000);
  const { notAfter, revoked } = person.certificate ?? {};
  const words = {
    name: visibleName(person.commonName) ?? '',
    organization: organization?.name ?? '',
    document: visibleName(request?.name) ?? m.requests_unnamed(),
  };
  return (
    <CopyMessage
      text={
        revoked || notAfter == null || Date.parse(notAfter) < now.getTime()
          ? m.overview_renewal_letter(words)
          : m.overview_renewal_letter_day({ ...words, day: format.day(notAfter) })
      }
    />
  );
}

/** Where the demo plays the owner, the claim itself; elsewhere only the owner can claim, and a message tells them to. */
function Claim({ stuck: { request }, owner }: { stuck: Stuck; owner: Subject }) {
  const { organization } = useConnection();
  const address = useClaimAddress(owner.id);
  if (address !== undefined)
    return (
      <LinkButton variant="text" to={address}>
        {m.overview_action_claim()}
      </LinkButton>
    );
  return (
    <CopyMessage
      text={m.overview_claim_letter({
        name: visibleName(owner.commonName) ?? '',
        organization: organization?.name ?? '',
        document: visibleName(request?.name) ?? m.requests_unnamed(),
      })}
    />
  );
}

function CopyMessage({ text }: { text: string }) {
  const snack = useSnack();
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => snack({ text: m.requests_unlinked_copied() }),
      () => snack({ text: m.common_copy_refused() }),
    );
  };
  return (
    <Button variant="text" onClick={copy}>
      {m.requests_unlinked_copy()}
    </Button>
  );
}

function actionWord(cause: Cause, panel: string | undefined): string {
  switch (cause) {
    case 'rejected':
      return m.overview_action_correct();
    case 'unfinalized':
    case 'unwitnessed':
      return panel === 'certify' ? m.requests_certify() : m.evidence_export();
    case 'unanswered':
      return m.overview_action_chase();
    case 'draft':
      return m.overview_action_send();
    case 'unsigned':
      return m.overview_action_invite();
    case 'claimable':
    case 'certificate':
    case 'unlinked':
      return m.overview_action_open();
  }
}
