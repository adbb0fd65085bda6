/** All of the row that the keyboard is on: the cell in full, what the record says, and what has to be decided about it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { giveUpSave, keepMine, sendAgain, takeTheirs } from '#src/commands/privilege-log.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { Ago } from '../ui/time.tsx'
import { DocumentLead } from './document-lead.tsx'
import type { GridColumn } from './grid.tsx'
import { type ShownRow, shownCell } from './shown-row.ts'
import { treatmentNames, whyWords } from './words.ts'

export function RowDetails({
  shown,
  column,
  columns,
  mayWrite,
  onShowRecord,
  onLookedAt,
}: {
  readonly shown: ShownRow
  /** Absent: it is on the control number. */
  readonly column: GridColumn | undefined
  readonly columns: readonly GridColumn[]
  readonly mayWrite: boolean
  readonly onShowRecord: (source: string) => void
  readonly onLookedAt: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { row, overlay } = shown
  const { documentId, controlNumber } = row
  const conflict = overlay?.conflict ?? null
  const failed = overlay?.failed ?? null
  const heading = (source: string) => columns.find((one) => one.source === source)?.heading ?? source
  const cell = column === undefined ? null : shownCell(shown, column.source)
  return (
    <chakra.section
      aria-label="The row"
      borderTopWidth="1px"
      borderColor="line"
      background="sunken"
      px="3"
      py="2"
      height="150px"
      overflowY="auto"
      tabIndex={0}
      display="flex"
      flexDirection="column"
      gap="1.5"
      fontSize="sm"
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <chakra.span fontFamily="mono" fontWeight={600}>
          <DocumentLead key={documentId} documentId={documentId} controlNumber={controlNumber} />
        </chakra.span>
        <Badge tone={row.treatment === 'withheld' ? 'attention' : 'info'}>
          {treatmentNames[row.treatment]}
        </Badge>
        <chakra.span color="muted">
          {row.why.length > 0 && `On the log because ${row.why.map((one) => whyWords[one]).join(', and ')}.`}
        </chakra.span>
        <chakra.span flex="1" />
        <DocumentLead key={documentId} documentId={documentId} controlNumber={controlNumber}>
          Open in another tab
        </DocumentLead>
      </chakra.div>
      {conflict !== null && (
        <Decision
          tone="danger"
          acts={
            mayWrite && (
              <>
                <Button size="sm" onClick={() => run(keepMine({ documentId }))}>
                  Keep mine
                </Button>
                <Button size="sm" onClick={() => run(takeTheirs({ documentId }))}>
                  Take theirs
                </Button>
              </>
            )
          }
        >
          <Foreign text={conflict.by === '' ? 'Somebody else' : conflict.by} /> wrote here
          {conflict.at !== '' && (
            <>
              {' '}
              <Ago at={conflict.at} />
            </>
          )}
          , before yours was saved.
          {Object.entries(conflict.cells).map(([source, { mine, theirs }]) => {
            const { derived } = shownCell(shown, source)
            return (
              <chakra.span key={source} display="grid" gridTemplateColumns="1fr 1fr" gap="3">
                <span>
                  <b>{heading(source)}, mine:</b> <Foreign text={mine ?? derived} />
                </span>
                <span>
                  <b>theirs:</b> <Foreign text={theirs ?? derived} />
                </span>
              </chakra.span>
            )
          })}
        </Decision>
      )}
      {failed !== null && (
        <Decision
          tone="danger"
          acts={
            <>
              <Button size="sm" onClick={() => run(sendAgain({ saveId: failed.saveId }))}>
                Send again
              </Button>
              <Button size="sm" onClick={() => run(giveUpSave({ saveId: failed.saveId }))}>
                Give it up
              </Button>
            </>
          }
        >
          Not saved: {failed.message}
        </Decision>
      )}
      {row.changed.length > 0 && (
        <Decision
          tone="attention"
          acts={
            mayWrite && (
              <Button size="sm" icon="check" waits={overlay?.isSending === true} onClick={onLookedAt}>
                Looked at
              </Button>
            )
          }
        >
          The record has changed since this was written.
          {row.changed.map(({ source, was, is }) => (
            <chakra.span key={source} display="block">
              <b>{heading(source)}</b> was <Quoted text={was} />, is <Quoted text={is} />.
            </chakra.span>
          ))}
        </Decision>
      )}
      {column !== undefined && cell !== null && (
        <div>
          <chakra.div color="muted" fontSize="xs">
            {column.heading}
            {cell.written !== null && ', written by hand'}
            {!column.writable && ', from the record'}
          </chakra.div>
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {cell.text === '' ? <chakra.span color="faint">Empty</chakra.span> : <Foreign text={cell.text} />}
          </chakra.p>
          {cell.written !== null && (
            <chakra.div display="flex" gap="2" alignItems="center" color="muted">
              <span>
                The record says <Quoted text={cell.derived} />.
              </span>
              {mayWrite && column.writable && (
                <Button size="sm" onClick={() => onShowRecord(column.source)}>
                  Show what the record says
                </Button>
              )}
            </chakra.div>
          )}
        </div>
      )}
      {row.written !== null && (
        <chakra.p fontSize="xs" color="faint">
          Written last by <Foreign text={row.written.by} />, <Ago at={row.written.at} />
        </chakra.p>
      )}
    </chakra.section>
  )
}

const Quoted = ({ text }: { readonly text: string }): ReactElement =>
  text === '' ? (
    <span>nothing</span>
  ) : (
    <>
      “<Foreign text={text} />”
    </>
  )

function Decision({
  tone,
  acts,
  children,
}: {
  readonly tone: 'danger' | 'attention'
  readonly acts: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.div
      display="flex"
      gap="2"
      alignItems="flex-start"
      px="2"
      py="1"
      borderRadius="md"
      background={tone === 'danger' ? 'dangerGround' : 'attentionGround'}
      color={tone === 'danger' ? 'dangerInk' : 'attentionInk'}
    >
      <chakra.div flex="1">{children}</chakra.div>
      {acts}
    </chakra.div>
  )
}
