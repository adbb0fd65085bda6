/** What could not be read wholly, in the whole project; an address may ask for what did not come in at all. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { useLocation } from 'react-router-dom'
import { ExceptionsTable } from '../exceptions/exceptions-table.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { allExceptions, failedItems } from './exception-places.ts'
import { usePlace } from './use-place.ts'

export function ExceptionsSection({
  projectId,
  total,
}: {
  readonly projectId: number
  /** Null until it is known. */
  readonly total: number | null
}): ReactElement {
  const { hash } = useLocation()
  const place = usePlace((hash === allExceptions || hash === failedItems) && total !== null)
  const about = hash === failedItems ? 'item' : null
  return (
    <div ref={place}>
      <Section
        title="Exceptions"
        aside={
          total !== null && (
            <chakra.span color="muted" title={`${number(total)} in the whole project`}>
              {counted(total, 'item')}
            </chakra.span>
          )
        }
      >
        <ExceptionsTable key={about} projectId={projectId} jobId={null} about={about} asOf={total ?? 0} />
      </Section>
    </div>
  )
}
