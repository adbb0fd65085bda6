/** A stage whose own tools come later: what it will hold, and what is already true of the project in its light. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { ProjectReport } from '#contracts/project.ts'
import { requestReport } from '#src/commands/project.ts'
import { reportKey, reports } from '#src/stores/project.ts'
import { useAnswer, usePoll } from '../ui/answer.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { NoProject } from '../ui/no-project.tsx'
import { Page, Section, type StatItem, Stats } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWho } from '../ui/who.ts'

export function StageScreen({
  title,
  icon,
  lead,
  holds,
  figures,
  children,
}: {
  readonly title: string
  readonly icon: IconName
  readonly lead: string
  /** What the stage will hold. */
  readonly holds: readonly string[]
  readonly figures: (report: ProjectReport) => readonly StatItem[]
  readonly children?: (report: ProjectReport, projectId: number) => ReactNode
}): ReactElement {
  const { projectId } = useWho()
  usePoll(projectId === null ? null : requestReport({ projectId }), 10_000)
  const { value: report, failure } = useAnswer(reports, reportKey(projectId ?? 0))
  if (projectId === null) {
    return <NoProject icon={icon}>{lead}</NoProject>
  }
  return (
    <Page title={title} lead={lead}>
      {report === null ? (
        failure === null ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorState title="The figures could not be loaded" message={failure.message} />
        )
      ) : (
        <>
          <Stats items={figures(report)} />
          {children?.(report, projectId)}
        </>
      )}
      <Coming holds={holds} />
    </Page>
  )
}

export function Coming({ holds }: { readonly holds: readonly string[] }): ReactElement {
  return (
    <Section title="What this screen will hold" padded>
      <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
        {holds.map((hold) => (
          <chakra.li key={hold} display="flex" gap="2" color="muted">
            <chakra.span color="faint" pt="1px">
              <Icon name="minus" size={14} />
            </chakra.span>
            {hold}
          </chakra.li>
        ))}
      </chakra.ul>
    </Section>
  )
}
