/** What waits to be promoted to review, and where it is chosen. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { only } from '#src/events/filter/choice.ts'
import { flow } from '#src/reads/stages.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useChosen } from './use-chosen.ts'

export function Promotion(): ReactElement {
  const { value, failure, again } = useRead(flow, {}, { every: 10_000 })
  return (
    <Section title="Promotion to review" padded>
      {value !== null ? (
        <Waiting documents={value.total.waiting.items} />
      ) : failure === null ? (
        <Skeleton rows={2} />
      ) : (
        <ErrorState title="What waits could not be counted" message={failure.message} onRetry={again} />
      )}
    </Section>
  )
}

function Waiting({ documents }: { readonly documents: number }): ReactElement {
  const navigate = useNavigate()
  const { of, choose } = useChosen()
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.p flex="1" minWidth="220px">
        {documents === 0
          ? 'Nothing waits: what was processed is in review, or was filtered out.'
          : `${counted(documents, 'document is', 'documents are')} processed and not in review yet.`}
      </chakra.p>
      {documents === 0 ? (
        <ButtonTo to="/overview/filter" icon="filter">
          Promotions and filters
        </ButtonTo>
      ) : (
        <Button
          icon="promote"
          look="primary"
          onClick={() => {
            choose(only(of, 'Document_State', 'Processed'))
            void navigate('/overview/filter')
          }}
        >
          Choose what is promoted
        </Button>
      )}
    </chakra.div>
  )
}
