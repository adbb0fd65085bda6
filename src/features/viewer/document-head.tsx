/** Who wrote to whom, when, about what: the same five lines for every document, so that the eye knows where to look. */
import { chakra } from '@chakra-ui/react'
import { memo, type ReactElement, type ReactNode } from 'react'
import { documentTime } from '#contracts/document-date.ts'
import type { DocumentDetail } from '#contracts/documents.ts'
import { CutList } from '../ui/cut-list.tsx'
import { Foreign, marked, PersonName } from '../ui/foreign.tsx'
import { counted, fileSize } from '../ui/format.ts'

/** Plain elements styled by the header: all of it is drawn anew with every document. */
const headStyles = {
  borderColor: 'line',
  '& h2': {
    fontSize: 'lg',
    lineHeight: '24px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '3',
    fontSize: 'sm',
    marginTop: '1',
  },
  '& dt': { color: 'faint' },
  // All of a long list, where somebody has asked for it.
  '& dd:has([aria-expanded=true])': { maxHeight: '30vh' },
  // A person with a long address takes three lines where panels leave little room.
  '& dd': { minWidth: '0', maxHeight: '60px', overflowY: 'auto', overflowWrap: 'anywhere' },
  '& p': { color: 'faint', fontSize: 'xs', marginTop: '1' },
  '& .number': { fontFamily: 'mono' },
} as const

type Addressed = NonNullable<DocumentDetail['mail']>['to']

export const DocumentHead = memo(function DocumentHead({
  document,
  timeZone,
}: {
  readonly document: DocumentDetail
  readonly timeZone: string
}): ReactElement {
  const { mail, asItLeaves } = document
  const attachments = document.family.filter((member) => member.parentId === document.documentId).length
  return (
    <chakra.header
      data-document-head
      css={headStyles}
      px="5"
      pt="3"
      pb="2"
      borderBottomWidth="1px"
      background="surface"
    >
      <h2 data-words="Document_Name Subject" title={marked(document.title)}>
        <Foreign text={document.title === '' ? '(no subject)' : document.title} />
      </h2>
      <dl key={document.documentId}>
        {mail ? (
          <>
            <People name="From" field="From" of="senders" people={mail.from} />
            <People name="To" field="To" of="recipients" people={mail.to} />
            {mail.cc.length > 0 && <People name="CC" field="CC" of="recipients of copies" people={mail.cc} />}
            {mail.bcc.length > 0 && (
              <People name="BCC" field="BCC" of="recipients of blind copies" people={mail.bcc} />
            )}
            <Line name="Sent">
              <span title={mail.sentOriginal === '' ? undefined : `As written: ${marked(mail.sentOriginal)}`}>
                {mail.sentAt === null ? 'no date' : documentTime(mail.sentAt, timeZone)}
              </span>
            </Line>
          </>
        ) : asItLeaves === true ? null : (
          <>
            <Line name="File" field="File_Name">
              <Foreign text={document.fileName === '' ? '(no name)' : document.fileName} />
            </Line>
            <Line name="Date">
              {document.parentDate === null ? 'no date' : documentTime(document.parentDate, timeZone)}
            </Line>
          </>
        )}
        <Line name="Custodian" field="Custodian All_Custodian">
          <CutList items={document.allCustodians} of="custodians" draw={(name) => <Foreign text={name} />} />
        </Line>
      </dl>
      <p>
        <span className="number">{document.controlNumber}</span> · {document.recordType}
        {asItLeaves === undefined && ` · ${fileSize(document.size)}`}
        {attachments > 0 && ` · ${counted(attachments, 'attachment')}`}
      </p>
    </chakra.header>
  )
})

/** `field`: as queries call what it shows; none where it is no words. */
function Line({
  name,
  field,
  children,
}: {
  readonly name: string
  readonly field?: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <>
      <dt>{name}</dt>
      <dd data-words={field}>{children}</dd>
    </>
  )
}

function People({
  name,
  field,
  of,
  people,
}: {
  readonly name: string
  readonly field: string
  readonly of: string
  readonly people: Addressed
}): ReactElement {
  return (
    <Line name={name} field={field}>
      {people.length === 0 ? (
        '(nobody)'
      ) : (
        <CutList items={people} of={of} draw={(person) => <PersonName {...person} />} />
      )}
    </Line>
  )
}
