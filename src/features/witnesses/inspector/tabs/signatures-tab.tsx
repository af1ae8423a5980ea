import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import RequestIcon from '@mui/icons-material/DraftsOutlined';
import FileIcon from '@mui/icons-material/UploadFileOutlined';
import type { ReportSection } from '#proofs/verdict/report.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row, Stack } from '#ui/layout/card.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { SignerSection } from '#widgets/report/existence-blocks.tsx';
import { CheckPaper, SectionGroup } from '#widgets/report/section-card.tsx';
import { m } from '#i18n/messages.ts';
import type { Shown } from '../use-shown.ts';
import { SectionMark } from './section-mark.tsx';
import { Signers } from './signers.tsx';

/** The document or the signature that was witnessed, then everybody who signed. */
export function SignaturesTab({ shown }: { shown: Shown }) {
  const { evidence, report, names, view, listOf } = shown;
  const document = shown.sectionOf('document');
  const signature = shown.sectionOf('signature');
  const request = shown.sectionOf('request');
  return (
    <Stack style={{ gap: 14 }}>
      {(document ?? request ?? signature) && (
        <CheckPaper>
          {document && (
            <SectionGroup
              section={document}
              mark={<SectionMark icon={<DocumentIcon />} />}
              {...listOf('document')}
            >
              <DocumentCopy shown={shown} />
            </SectionGroup>
          )}
          {request && <UnloadedSection section={request} text={m.verdicts_unread_request()} />}
          {signature &&
            (evidence.signature === undefined ? (
              <UnloadedSection section={signature} text={m.verdicts_unread_subject()} />
            ) : (
              <SignerSection section={signature} {...listOf('signature')} />
            ))}
        </CheckPaper>
      )}
      <Signers {...{ evidence, report, names, listOf }} signer={view.signer} onSigner={view.setSigner} />
    </Stack>
  );
}

/** The one check of it waits for what is named here: a row of its own would say it twice. */
function UnloadedSection({ section, text }: { section: ReportSection; text: string }) {
  return (
    <SectionGroup
      section={section}
      title={m.verdicts_section_request()}
      mark={<SectionMark icon={<RequestIcon />} />}
      unloaded={text}
    />
  );
}

/** The bytes that were hashed, and the user's own copy in their place. Neither leaves this device. */
function DocumentCopy({ shown: { inspection, chooseFile } }: { shown: Shown }) {
  const format = useFormat();
  const { document, isOwnCopy, takeCopy } = inspection;
  return (
    <Row style={{ gap: '4px 19px', fontSize: 12 }}>
      {document && (
        <span>
          {isOwnCopy ? m.inspector_copy_own() : m.inspector_copy_service()} ({format.bytes(document.size)})
        </span>
      )}
      <Button variant="text" lineStart icon={<FileIcon />} onClick={chooseFile}>
        {m.inspector_copy_choose()}
      </Button>
      {isOwnCopy && (
        <Button variant="text" lineStart onClick={() => takeCopy(undefined)}>
          {m.inspector_copy_drop()}
        </Button>
      )}
    </Row>
  );
}
