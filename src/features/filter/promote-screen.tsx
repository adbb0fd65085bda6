/** What is in review, and what waits to be promoted to it. */
import type { ReactElement } from 'react'
import { requestReport } from '#src/commands/project.ts'
import { reportKey, reports } from '#src/stores/project.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useAnswer, usePoll } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Page, Stats } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Promotion } from './promotion.tsx'

const lead = 'Documents that were processed go on to review when they are promoted.'

export function PromoteScreen(): ReactElement {
  const { projectId, can } = useWho()
  usePoll(projectId === null ? null : requestReport({ projectId }), 10_000)
  const { value: report, failure } = useAnswer(reports, reportKey(projectId ?? 0))
  if (projectId === null) return <NoProject icon="promote">{lead}</NoProject>
  return (
    <Page title="Promote" lead={lead}>
      {report !== null ? (
        <>
          <Stats
            items={[
              { label: 'Promoted to review', value: number(report.documents) },
              { label: 'Families', value: number(report.families) },
              {
                label: 'Exceptions',
                value: number(report.exceptions),
                note: 'not promoted, or without text',
              },
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
