/** From a batch to its documents as of the playhead: all, those that were reviewed, those that were not. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { LookList } from '#src/events/catalog/reconstruct.ts'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'

export type BatchList = Extract<LookList, { readonly is: 'batch' }>

const parts: readonly (readonly [BatchList['reviewed'], string])[] = [
  [null, 'All'],
  [true, 'Reviewed'],
  [false, 'Not reviewed'],
]

export function BatchDocuments({
  batchId,
  name,
  counted,
  chosen,
  onList,
}: {
  readonly batchId: number
  readonly name: string
  /** Where it is known how many each are. */
  readonly counted?: { readonly size: number; readonly reviewed: number }
  /** Which of them are listed; left out: none of them are. */
  readonly chosen?: BatchList['reviewed']
  readonly onList: (list: BatchList) => void
}): ReactElement {
  const countOf = (reviewed: BatchList['reviewed']): string => {
    if (counted === undefined) return ''
    const { size, reviewed: done } = counted
    return ` ${number(reviewed === null ? size : reviewed ? done : size - done)}`
  }
  return (
    <chakra.div
      role="group"
      aria-label={`Documents of ${name}`}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      rowGap="1"
      minWidth="0"
    >
      <chakra.span truncate maxWidth="320px" title={name}>
        Documents of <chakra.span color="ink">{name}</chakra.span>
      </chakra.span>
      <chakra.span display="inline-flex" gap="1">
        {parts.map(([reviewed, word]) => (
          <Button
            key={word}
            size="sm"
            {...(chosen === undefined
              ? {}
              : {
                  'aria-pressed': chosen === reviewed,
                  ...(chosen === reviewed && { borderColor: 'accent', background: 'selected' }),
                })}
            onClick={() => onList({ is: 'batch', batchId, reviewed })}
          >
            {word}
            {countOf(reviewed)}
          </Button>
        ))}
      </chakra.span>
    </chakra.div>
  )
}
