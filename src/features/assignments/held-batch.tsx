/** A batch that one holds: how far it is, its documents, and giving it back done or not. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { Batch } from '#contracts/assignments.ts'
import { checkIn, openBatch } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { open } from '#src/commands/review.ts'
import { streams } from '#src/events/catalog/assignments.ts'
import { positionOf } from '#src/events/review/views.ts'
import { $listBatch, $notReviewed, $sending } from '#src/stores/assignments.ts'
import { $coding, codedNow } from '#src/stores/coding-view.ts'
import { $named } from '#src/stores/document-names.ts'
import { $network } from '#src/stores/network.ts'
import { $list } from '#src/stores/review.ts'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Bar } from '../ui/progress-bar.tsx'
import { batchActs } from './batch-acts.ts'
import { reviewedWords } from './words.ts'

export function HeldBatch({
  batch,
  reviewedField,
}: {
  readonly batch: Batch
  /** The field by which a document counts as reviewed, as far as it is known. */
  readonly reviewedField: string | null
}): ReactElement {
  const { run, inList, sending, network } = useUnit({
    run: dispatch,
    inList: $listBatch,
    sending: $sending,
    network: $network,
  })
  // What is still on its way would count as not reviewed.
  const saving = network.waiting > 0
  const { batchId, assignmentName, reviewed, size } = batch
  const shown = inList?.batchId === batchId
  // By key, a batch that is in the list is meant and no other.
  const byKey = shown || inList === null
  return (
    <chakra.li
      px="3"
      py="2"
      borderBottomWidth="1px"
      borderColor="line"
      background={shown ? 'selected' : 'transparent'}
      aria-current={shown || undefined}
      display="flex"
      flexDirection="column"
      gap="1"
    >
      <chakra.div display="flex" gap="2" alignItems="center" minWidth="0">
        <chakra.span fontWeight={600} truncate title={assignmentName} flex="1">
          {assignmentName}
        </chakra.span>
        <chakra.span color="muted" whiteSpace="nowrap">
          Batch {number(batch.number)}
        </chakra.span>
      </chakra.div>
      <Bar
        part={reviewed}
        all={size}
        tone={reviewed >= size ? 'okBar' : 'accent'}
        label={`Reviewed of batch ${batch.number}`}
      />
      <chakra.div display="flex" gap="2" fontSize="xs" color="muted" minHeight="18px" alignItems="center">
        <chakra.span flex="1">{reviewedWords(reviewed, size)}</chakra.span>
        {shown && <chakra.span color="accentInk">In the list</chakra.span>}
      </chakra.div>
      <chakra.div display="flex" gap="2" mt="1">
        <Button
          size="sm"
          look={shown ? 'plain' : 'primary'}
          keys={shown ? undefined : batchActs.open.keys}
          onClick={() => run(openBatch({ batchId, number: batch.number, assignmentName }))}
        >
          Open
        </Button>
        <Button
          size="sm"
          look={shown && reviewed >= size ? 'primary' : 'plain'}
          busy={sending[streams.checkIn(batchId)] === true}
          disabled={saving}
          title={saving ? 'Waits until everything is saved' : undefined}
          keys={byKey ? batchActs.checkIn.keys : undefined}
          onClick={() => run(checkIn({ batchId, as: 'Completed' }))}
        >
          Check in batch
        </Button>
      </chakra.div>
      <Rest batch={batch} reviewedField={reviewedField} byKey={byKey} />
    </chakra.li>
  )
}

/** Documents that are named one by one. */
const namedAtOnce = 5

/** Why it was not checked in, and what can be done about it. */
function Rest({
  batch: { batchId, size, reviewed },
  reviewedField,
  byKey,
}: Parameters<typeof HeldBatch>[0] & { readonly byKey: boolean }): ReactElement | null {
  const { run, refused, named, list, coding } = useUnit({
    run: dispatch,
    coding: $coding,
    refused: $notReviewed,
    named: $named,
    list: $list,
  })
  const rest = refused[batchId]
  // Whoever has gone on since has fewer left than were counted then.
  const left = size - reviewed
  if (rest === undefined || left === 0) return null
  // Nor are those named any more that were coded here since.
  const isReviewed = (documentId: number) =>
    codedNow(coding, documentId)?.some(({ field }) => reviewedField === null || field === reviewedField) ??
    false
  const first = rest.documentIds
    .filter((documentId) => !isReviewed(documentId))
    .slice(0, Math.min(namedAtOnce, left))
  return (
    <chakra.div
      role="alert"
      mt="1"
      px="2"
      py="2"
      borderRadius="md"
      background="attentionGround"
      fontSize="xs"
      display="flex"
      flexDirection="column"
      gap="1"
      alignItems="flex-start"
    >
      <chakra.p color="attentionInk" fontWeight={600}>
        Not checked in: {counted(left, 'document')} not reviewed
      </chakra.p>
      <chakra.ul css={{ listStyle: 'none' }} display="flex" flexWrap="wrap" columnGap="3" rowGap="1">
        {first.map((documentId) => (
          <li key={documentId}>
            <chakra.button
              type="button"
              fontFamily="mono"
              color="accentInk"
              textDecoration="underline"
              onClick={() => run(open({ documentId, position: positionOf(list, documentId) }))}
            >
              {named(documentId)?.controlNumber ?? 'further down in the batch'}
            </chakra.button>
          </li>
        ))}
        {left > first.length && <chakra.li color="muted">and {number(left - first.length)} more</chakra.li>}
      </chakra.ul>
      <Button
        size="sm"
        mt="1"
        keys={byKey ? batchActs.pending.keys : undefined}
        onClick={() => run(checkIn({ batchId, as: 'Pending' }))}
      >
        Check in as pending
      </Button>
    </chakra.div>
  )
}
