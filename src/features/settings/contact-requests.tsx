/** What people wrote to support, and their feedback, for those who run the system. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type ContactRequest, contactFileBytes } from '#contracts/contact.ts'
import { contactRequests, contactSetting } from '#src/reads/account.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { dayAndTime, fileSize } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

export function ContactRequests(): ReactElement {
  const answer = useRead(contactRequests, {})
  const { value } = useRead(contactSetting, {})
  const [open, setOpen] = useState<ContactRequest | null>(null)
  const rows = answer.value?.data ?? null
  const mailed = value?.mailedTo ?? null
  return (
    <Section title="Support requests and feedback">
      <Missing answer={answer} rows={2} title="Support requests could not be loaded" onRetry={answer.again} />
      {rows?.length === 0 && (
        <EmptyState icon="file" title="Nobody has written yet">
          {mailed === null
            ? 'What people write to support stands here. Set SUPPORT_EMAIL to have it mailed as well.'
            : `What people write to support stands here, and is mailed to ${mailed}.`}
        </EmptyState>
      )}
      {rows !== null && rows.length > 0 && (
        <Table
          label="Support requests and feedback"
          rows={rows}
          keyOf={({ requestId }) => requestId}
          columns={[
            { id: 'number', head: 'Number', cell: ({ requestId }) => requestId },
            { id: 'at', head: 'When', cell: ({ at }) => dayAndTime(at) },
            { id: 'who', head: 'Who', cell: ({ userName }) => <Foreign text={userName} /> },
            { id: 'subject', head: 'About', cell: (row) => <Foreign text={subjectOf(row)} /> },
            {
              id: 'mailed',
              head: 'Mailed',
              from: 'md',
              cell: ({ mailedAt }) => (mailedAt === null ? 'No' : dayAndTime(mailedAt)),
            },
            {
              id: 'acts',
              head: <chakra.span srOnly>What can be done</chakra.span>,
              align: 'end',
              cell: (row) => (
                <Button
                  size="sm"
                  look="quiet"
                  aria-label={`Read number ${row.requestId}`}
                  onClick={() => setOpen(row)}
                >
                  Read
                </Button>
              ),
            },
          ]}
        />
      )}
      {open !== null && <RequestDialog request={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

const subjectOf = ({ kind, subject, rating }: ContactRequest): string =>
  kind === 'support' ? subject : rating === null ? 'Feedback' : `Feedback, ${rating} of 5`

function RequestDialog({
  request,
  onClose,
}: {
  readonly request: ContactRequest
  readonly onClose: () => void
}): ReactElement {
  const { userName, userEmail, at, words, facts, files } = request
  return (
    <Dialog
      open
      size="lg"
      title={subjectOf(request)}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <chakra.p color="muted">
        <Foreign text={`${userName} <${userEmail}>`} />, {dayAndTime(at)}
      </chakra.p>
      <chakra.p whiteSpace="pre-wrap" wordBreak="break-word">
        <Foreign text={words} />
      </chakra.p>
      {files.length > 0 && (
        <chakra.ul listStyleType="none">
          {files.map(({ fileId, name, size }) => (
            <li key={fileId}>
              <a href={pathOf(contactFileBytes).replace(':fileId', String(fileId))} download>
                {name}
              </a>{' '}
              <chakra.span color="muted">{fileSize(size)}</chakra.span>
            </li>
          ))}
        </chakra.ul>
      )}
      {facts !== '' && (
        <chakra.pre
          p="3"
          borderRadius="md"
          background="sunken"
          fontSize="xs"
          whiteSpace="pre-wrap"
          wordBreak="break-word"
          maxHeight="220px"
          overflowY="auto"
          // What scrolls can be reached with the keyboard.
          tabIndex={0}
          aria-label="Facts about the session"
        >
          {facts}
        </chakra.pre>
      )}
    </Dialog>
  )
}
