/** One document as it stood: its coding and tags, how each came to be, and what the last step changed. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import type { StoodValue } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseDocument, filterActivity, movePlayhead } from '#src/commands/reconstruct.ts'
import { choosePane, open } from '#src/commands/review.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { documentsThen, type PastDocument, rowsBehind } from '#src/stores/reconstruct-cache.ts'
import { useWho } from '../session/who.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { AnswerOf } from './answered.tsx'
import { Change, Means, Value, When } from './change.tsx'
import { useRecordAnswer } from './use-answer.ts'
import type { TimeLine } from './use-time-line.ts'
import { momentWords } from './words.ts'

export function DocumentPane({ line }: { readonly line: TimeLine }): ReactElement {
  const { documentId } = useUnit($look)
  if (documentId === null)
    return (
      <chakra.div height="full" background="surface">
        <EmptyState icon="file" title="No document is chosen">
          Choose a change or a document: here stands how it was coded at the moment of the playhead.
        </EmptyState>
      </chakra.div>
    )
  return <OneDocument line={line} documentId={documentId} />
}

function OneDocument({
  line,
  documentId,
}: {
  readonly line: TimeLine
  readonly documentId: number
}): ReactElement {
  const { playhead } = useUnit($look)
  const answered = useRecordAnswer(
    documentsThen,
    'document',
    { about: 'document', moment: playhead, documentId },
    line.asOfAt(playhead),
  )
  return (
    <chakra.div
      height="full"
      overflowY="auto"
      background="surface"
      tabIndex={0}
      role="region"
      aria-label="Document as of the playhead"
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <AnswerOf answered={answered} what="The document of that moment" rows={8}>
        {(document) => <Then document={document} />}
      </AnswerOf>
    </chakra.div>
  )
}

function Then({ document }: { readonly document: PastDocument }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const who = useWho()
  const { documentId, controlNumber, existed, values, lastStep, previousSeq, nextSeq } = document
  const changed = new Set(lastStep?.changes.map(({ kind, subjectId }) => `${kind} ${subjectId}`))
  const only = view.filter.documentId === documentId
  const show = () => run(open({ documentId, position: null }))
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" p="3">
      <chakra.div display="flex" alignItems="center" gap="1">
        <chakra.h2 fontSize="md" fontFamily="mono" flex="1" truncate>
          {controlNumber || 'No control number'}
        </chakra.h2>
        <StepTo seq={previousSeq} icon="left" label="The document's change before" />
        <StepTo seq={nextSeq} icon="right" label="The document's next change" />
        <IconButton
          icon="close"
          label="Close the document"
          onClick={() => run(chooseDocument({ documentId: null }))}
        />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" rowGap="1" fontSize="xs">
        {who.can('document.view') && (
          <>
            <Link to="/overview/review" onClick={show}>
              Open in review
            </Link>
            <Link
              to="/overview/review"
              onClick={() => {
                show()
                run(choosePane({ pane: 'history' }))
              }}
            >
              History
            </Link>
          </>
        )}
        <Button
          size="sm"
          look="quiet"
          aria-pressed={only}
          onClick={() => run(filterActivity({ ...view.filter, documentId: only ? null : documentId }))}
        >
          Only its changes
        </Button>
      </chakra.div>
      {!existed ? (
        <EmptyState icon="file" title="Not here yet">
          The document had not come in by {momentWords(view.playhead)}.
        </EmptyState>
      ) : (
        <>
          {lastStep !== null && <LastStep step={lastStep} />}
          <section aria-label="Coding then">
            <chakra.h3 fontSize="xs" color="faint" pb="1">
              Stood so {view.playhead === null ? 'now' : 'then'}
            </chakra.h3>
            {values.length === 0 ? (
              <chakra.p color="muted" fontSize="sm">
                Nothing had been coded by then.
              </chakra.p>
            ) : (
              <ul style={{ listStyle: 'none' }}>
                {values.map((value) => (
                  <Stood
                    key={`${value.kind} ${value.subjectId}`}
                    value={value}
                    documentId={documentId}
                    changed={changed.has(`${value.kind} ${value.subjectId}`)}
                  />
                ))}
              </ul>
            )}
          </section>
        </>
      )}
    </chakra.div>
  )
}

/** To another change of the document. When it was is known once it is there: the record goes by its row. */
function StepTo({
  seq,
  icon,
  label,
}: {
  readonly seq: number | null
  readonly icon: 'left' | 'right'
  readonly label: string
}): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { documentId } = view
  const row = useRecordAnswer(
    rowsBehind,
    `step-${icon}`,
    seq === null || documentId === null ? null : { about: 'row', documentId, seq },
    null,
  )
  const at = row.stale ? null : (row.value?.row?.at ?? null)
  return (
    <IconButton
      icon={icon}
      label={label}
      disabled={seq === null || at === null}
      onClick={() => {
        if (seq !== null && at !== null) run(movePlayhead({ to: { at, seq } }))
      }}
    />
  )
}

function LastStep({ step }: { readonly step: NonNullable<PastDocument['lastStep']> }): ReactElement {
  return (
    <chakra.section
      aria-label="Last step"
      borderLeftWidth="3px"
      borderColor="accent"
      background="accentGround"
      px="3"
      py="2"
      borderRadius="sm"
      fontSize="sm"
    >
      <chakra.div display="flex" gap="2" rowGap="0" flexWrap="wrap" fontSize="xs" color="muted">
        <chakra.span fontWeight={600}>Last step</chakra.span>
        <span>{step.userName}</span>
        <When at={step.at} />
        <Means how={step.how} />
      </chakra.div>
      <ul style={{ listStyle: 'none' }}>
        {step.changes.map(({ kind, subjectId, name, old, new: now }) => (
          <li key={`${kind} ${subjectId}`}>
            <chakra.span color="muted">{name}: </chakra.span>
            <Change old={old} now={now} kind={kind} />
          </li>
        ))}
      </ul>
    </chakra.section>
  )
}

function Stood({
  value,
  documentId,
  changed,
}: {
  readonly value: StoodValue
  readonly documentId: number
  readonly changed: boolean
}): ReactElement {
  const [ids, setIds] = useState(false)
  return (
    <chakra.li
      py="1.5"
      borderTopWidth="1px"
      borderColor="line"
      data-subject={value.name}
      {...(changed && { boxShadow: 'inset 3px 0 0 var(--af-colors-accent)', pl: '2' })}
    >
      <chakra.div display="flex" gap="2" alignItems="baseline">
        <chakra.span fontSize="xs" color="muted" flex="1" truncate title={value.name}>
          {value.name}
        </chakra.span>
        {changed && <Badge tone="accent">changed last</Badge>}
      </chakra.div>
      <chakra.div fontSize="sm" fontWeight={500} overflowWrap="anywhere">
        <Value value={value} kind={value.kind} />
      </chakra.div>
      <chakra.div fontSize="xs" color="faint" display="flex" gap="2" alignItems="center" flexWrap="wrap">
        <span>{value.userName}</span>
        <When at={value.at} />
        <Means how={value.how} />
        <chakra.button
          type="button"
          aria-expanded={ids}
          onClick={() => setIds(!ids)}
          fontFamily="mono"
          color="accentInk"
          title="The row of the record, and the command behind it"
        >
          #{value.seq}
        </chakra.button>
      </chakra.div>
      {ids && <Behind documentId={documentId} seq={value.seq} />}
    </chakra.li>
  )
}

/** For those who debug: the row of the record and the command that wrote it. */
function Behind({ documentId, seq }: { readonly documentId: number; readonly seq: number }): ReactElement {
  const answered = useRecordAnswer(rowsBehind, 'behind', { about: 'row', documentId, seq }, null)
  return (
    <AnswerOf answered={answered} what="The row" rows={2}>
      {({ row }) =>
        row === null ? (
          <chakra.p fontSize="xs">The row is not among the changes of this document.</chakra.p>
        ) : (
          <chakra.dl
            fontFamily="mono"
            fontSize="xs"
            mt="1"
            p="2"
            background="sunken"
            borderRadius="sm"
            overflowWrap="anywhere"
          >
            {(
              [
                ['row of the chain', row.seq],
                ['audit id', row.auditId],
                ['command', row.commandId ?? 'none'],
                ['job', row.jobId ?? 'none'],
                ['role', row.roleName],
                ['document', row.documentId],
                [row.kind === 'field' ? 'field id' : 'category id', row.subjectId],
              ] as const
            ).map(([name, id]) => (
              <chakra.div key={name} display="flex" gap="2">
                <chakra.dt color="faint" minWidth="112px">
                  {name}
                </chakra.dt>
                <dd>{id}</dd>
              </chakra.div>
            ))}
          </chakra.dl>
        )
      }
    </AnswerOf>
  )
}
