/** What is in review, and what waits to be promoted to it. */
import type { ReactElement } from 'react'
import { projectReport } from '#src/reads/project.ts'
import { exceptionStat } from '../exceptions/exception-stat.tsx'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Page, Stats } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Promotion } from './promotion.tsx'

const lead = 'Documents that were processed go on to review when they are promoted.'

export function PromoteScreen(): ReactElement {
  const { projectId, can } = useWho()
  const asked = projectId === null ? null : { projectId }
  const { value: report, failure } = useRead(projectReport, asked, { every: 10_000 })
  if (projectId === null) return <NoProject icon="promote">{lead}</NoProject>
  return (
    <Page title="Promote" lead={lead}>
      {report !== null ? (
        <>
          <Stats
            items={[
              { label: 'Promoted to review', value: number(report.documents) },
              { label: 'Families', value: number(report.families) },
              exceptionStat(report, 'not promoted, or without text'),
            ]}
          />
          {can('collect.view') && <Promotion />}
        </>
      ) : failure === null ? (
        <Skeleton rows={6} />
      ) : (
        <ErrorState title="The figures could not be loaded" message={failure.message} />
      )}
    </Page>
  )
}
