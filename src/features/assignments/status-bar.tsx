/** How the batches of an assignment stand: a thin bar in parts, and the same in words. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Assignment } from '#contracts/assignments.ts'
import { statusLooks, statusOrder } from './batch-status.tsx'
import { statusWords } from './words.ts'

export function StatusBar({ by }: { readonly by: Assignment['batcheStatus'] }): ReactElement {
  const words = statusWords(by)
  return (
    <chakra.div minWidth="140px">
      <chakra.div
        aria-hidden
        display="flex"
        gap="1px"
        height="6px"
        borderRadius="full"
        overflow="hidden"
        background="sunken"
        boxShadow="inset 0 0 0 1px var(--af-colors-line)"
      >
        {statusOrder.map(
          (status) =>
            by[status] > 0 && (
              <chakra.span
                key={status}
                // What nobody has begun is the bar's own ground.
                background={status === 'NotStarted' ? 'transparent' : statusLooks[status].bar}
                style={{ flexGrow: by[status], flexBasis: 0 }}
              />
            ),
        )}
      </chakra.div>
      <chakra.div fontSize="xs" color="muted" mt="0.5">
        {words === '' ? 'No batches yet' : words}
      </chakra.div>
    </chakra.div>
  )
}
