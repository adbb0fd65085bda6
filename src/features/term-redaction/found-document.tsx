/** A document in which something was found: its counts, and its places with the words around once it is opened. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { TermDocument, TermPlace } from '#contracts/term-redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { tickPlaces } from '#src/commands/term-redactions.ts'
import { termPlaces } from '#src/reads/term-redactions.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { PlaceStrip } from './place-strip.tsx'
import { Tick } from './tick.tsx'
import { countWords, tickOf } from './words.ts'

export function FoundDocument({
  jobId,
  document,
  ticks,
  fixed,
  opened,
}: {
  readonly jobId: number
  readonly document: TermDocument
  /** Grows with each change of ticks. */
  readonly ticks: number
  /** Ticks do not change any more. */
  readonly fixed: boolean
  readonly opened: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  const [open, setOpen] = useState(opened)
  const { documentId, controlNumber, places, covered, left } = document
  return (
    <chakra.li borderTopWidth="1px" borderColor="line" py="1">
      <chakra.div display="flex" gap="2" alignItems="center">
        <Tick
          label={`All places in ${controlNumber}`}
          state={tickOf(document)}
          disabled={fixed || places === covered}
          onTick={(ticked) => run(tickPlaces({ jobId, which: { documentId }, ticked }))}
        />
        <Button
          size="sm"
          look="quiet"
          icon={open ? 'down' : 'right'}
          aria-expanded={open}
          disabled={places === 0}
          onClick={() => setOpen(!open)}
        >
          {controlNumber}
        </Button>
        <chakra.span color="muted" fontSize="xs">
          {countWords(document)}
        </chakra.span>
      </chakra.div>
      {left !== null && (
        <chakra.p fontSize="xs" color="attentionInk" pl="6">
          {left}
        </chakra.p>
      )}
      {open && places > 0 && (
        <Places jobId={jobId} documentId={documentId} after={null} ticks={ticks} fixed={fixed} />
      )}
    </chakra.li>
  )
}

/** As many as one answer has, and those behind them when they are asked for. */
function Places({
  jobId,
  documentId,
  after,
  ticks,
  fixed,
}: {
  readonly jobId: number
  readonly documentId: number
  readonly after: number | null
  readonly ticks: number
  readonly fixed: boolean
}): ReactElement {
  const [more, setMore] = useState(false)
  const { value, failure, again } = useRead(termPlaces, { jobId, documentId, after }, { asOf: ticks })
  if (value === null)
    return failure === null ? (
      <Skeleton rows={3} />
    ) : (
      <ErrorState title="The places could not be loaded" message={failure.message} onRetry={again} />
    )
  const last = value.data.at(-1)?.placeId ?? null
  return (
    <>
      <chakra.ul listStyleType="none" pl="6">
        {value.data.map((place) => (
          <FoundPlace key={place.placeId} jobId={jobId} documentId={documentId} place={place} fixed={fixed} />
        ))}
      </chakra.ul>
      {value.data.length === fullPage && last !== null && !more && (
        <Button size="sm" look="quiet" onClick={() => setMore(true)}>
          More places
        </Button>
      )}
      {more && last !== null && (
        <Places jobId={jobId} documentId={documentId} after={last} ticks={ticks} fixed={fixed} />
      )}
    </>
  )
}

/** Places of one answer. */
const fullPage = 200

function FoundPlace({
  jobId,
  documentId,
  place,
  fixed,
}: {
  readonly jobId: number
  readonly documentId: number
  readonly place: TermPlace
  readonly fixed: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  const { projectId } = useWho()
  const { placeId, page, boxes, before, found, after, ticked, covered } = place
  return (
    <chakra.li py="0.5">
      <chakra.div display="flex" gap="2" alignItems="baseline" fontSize="sm">
        <Tick
          label={`Page ${number(page)}: ${found}${covered ? ', covered already' : ''}`}
          state={ticked ? 'all' : 'none'}
          disabled={fixed || covered}
          onTick={(to) => run(tickPlaces({ jobId, which: { placeIds: [placeId] }, ticked: to }))}
        />
        <chakra.span color="faint" fontSize="xs" whiteSpace="nowrap">
          p. {number(page)}
        </chakra.span>
        <chakra.span minWidth="0" overflowWrap="anywhere">
          <chakra.span color="muted">
            <Foreign text={before} />
          </chakra.span>
          <chakra.mark background="attentionGround" color="attentionInk" fontWeight={600}>
            <Foreign text={found} />
          </chakra.mark>
          <chakra.span color="muted">
            <Foreign text={after} />
          </chakra.span>
          {covered && (
            <chakra.span color="faint" fontSize="xs">
              {' '}
              covered already
            </chakra.span>
          )}
        </chakra.span>
      </chakra.div>
      {projectId !== null && <PlaceStrip {...{ projectId, documentId, page, boxes }} />}
    </chakra.li>
  )
}
