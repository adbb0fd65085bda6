/** What somebody redacted and the server has not taken: nothing of it is lost before he has decided. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { CommandInput } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Asked, DocumentOf, Redacted, RefusedOf } from '#src/events/redaction/gestures.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime } from '../ui/format.ts'

interface Of {
  readonly documentId: number
  readonly gesture: string
}

export function RefusedList<One extends Redacted, A extends Asked>({
  doc,
  placeOf,
  onShow,
  keep,
  drop,
}: {
  readonly doc: DocumentOf<One, A>
  /** 'page 3' */
  readonly placeOf: (one: One) => string
  readonly onShow: (one: One) => void
  readonly keep: (of: Of) => CommandInput
  readonly drop: (of: Of) => CommandInput
}): ReactElement {
  const run = useUnit(dispatch)
  const { documentId } = doc
  return (
    <chakra.ul
      aria-label="Redactions that were not saved"
      data-redaction-list
      maxHeight="30%"
      overflowY="auto"
      background="attentionGround"
      color="attentionInk"
      fontSize="xs"
      flexShrink={0}
    >
      {doc.refused.map((one) => {
        const { gesture } = one
        const standing = doc.inForce.find(({ key }) => keysOf(one).includes(key))
        return (
          <chakra.li
            key={gesture}
            role="alert"
            display="flex"
            alignItems="center"
            flexWrap="wrap"
            gap="2"
            px="4"
            py="1"
          >
            <chakra.span flex="1">{whyOf(doc, one, placeOf)}</chakra.span>
            {standing !== undefined && (
              <Button size="sm" look="quiet" onClick={() => onShow(standing)}>
                Show
              </Button>
            )}
            <Button size="sm" onClick={() => run(keep({ documentId, gesture }))}>
              {one.code === 'redaction.stale' ? 'Keep yours' : 'Try again'}
            </Button>
            <Button size="sm" onClick={() => run(drop({ documentId, gesture }))}>
              Drop yours
            </Button>
          </chakra.li>
        )
      })}
    </chakra.ul>
  )
}

const keysOf = ({ asked: { markup } }: RefusedOf<Asked>): readonly string[] =>
  [...markup.change, ...markup.remove, ...markup.restore].map(({ key }) => key)

/** 'Dana removed this redaction on 01/05/2026 14:02 (page 3).' */
function whyOf<One extends Redacted, A extends Asked>(
  doc: DocumentOf<One, A>,
  one: RefusedOf<A>,
  placeOf: (one: One) => string,
): string {
  if (one.code !== 'redaction.stale') return `Not saved: ${one.message}`
  const keys = keysOf(one)
  const gone = doc.removed.find(({ key }) => keys.includes(key))
  if (gone !== undefined)
    return `${gone.removedBy} removed this redaction on ${dayAndTime(gone.removedAt)} (${placeOf(gone)}).`
  // Of several it is the one that was changed last: the others may stand as they were seen.
  const [changed] = doc.inForce
    .filter(({ key }) => keys.includes(key))
    .sort((a, b) => (b.changedAt ?? '').localeCompare(a.changedAt ?? ''))
  if (changed === undefined) return one.message
  const { changedBy, changedAt } = changed
  return changedBy === undefined || changedAt === undefined
    ? `This redaction was changed meanwhile (${placeOf(changed)}).`
    : `${changedBy} changed this redaction on ${dayAndTime(changedAt)} (${placeOf(changed)}).`
}
