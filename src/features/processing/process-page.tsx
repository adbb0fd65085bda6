/** The frame of each page of Process: where one is, and the way to the others. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { projectReport } from '#src/reads/project.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Page } from '../ui/page.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { DeniedState } from '../ui/states.tsx'
import { type ProcessPageName, processPaths } from './paths.ts'

const whole = 'Process'

const titles: Readonly<Record<ProcessPageName, string>> = {
  queue: 'Queue',
  reconciliation: 'Reconciliation',
  exceptions: 'Exceptions',
  suppressed: 'Suppressed items',
  keywords: 'Keyword lists',
  hashLists: 'De-NIST lists',
  settings: 'Settings',
}
const names = Object.keys(titles) as ProcessPageName[]

export function ProcessPage({
  name,
  lead,
  children,
}: {
  readonly name: ProcessPageName
  readonly lead: string
  readonly children: (projectId: number) => ReactNode
}): ReactElement {
  const { projectId, can } = useWho()
  if (projectId === null) {
    return <NoProject icon="process">Material is processed in a project.</NoProject>
  }
  if (!can('collect.view')) {
    return (
      <DeniedState
        page
        what={whole}
        grantedBy="Review managers see it, and litigation support has material processed. A project manager can give you such a role."
      />
    )
  }
  const isFirst = name === 'queue'
  return (
    <Page
      title={isFirst ? whole : titles[name]}
      within={isFirst ? undefined : whole}
      lead={lead}
      above={!isFirst && <Breadcrumb here={titles[name]} />}
      nav={<Pages projectId={projectId} />}
    >
      {children(projectId)}
    </Page>
  )
}

function Breadcrumb({ here }: { readonly here: string }): ReactElement {
  return (
    <nav aria-label="Breadcrumb">
      <chakra.ol display="flex" gap="1" listStyleType="none" fontSize="xs" color="muted">
        <li>
          <Link to={processPaths.queue}>{whole}</Link>
          <span aria-hidden> ›</span>
        </li>
        <li aria-current="page">{here}</li>
      </chakra.ol>
    </nav>
  )
}

/** The pages beside each other, with how many exceptions somebody has yet to look at. */
function Pages({ projectId }: { readonly projectId: number }): ReactElement {
  const open = useRead(projectReport, { projectId }, { every: 10_000 }).value?.openExceptions ?? 0
  return (
    <PageLinks
      label="Pages of Process"
      links={names.map((name) => ({
        to: processPaths[name],
        title: titles[name],
        aside: name === 'exceptions' && open > 0 && (
          <chakra.span fontSize="xs" color="attentionInk" title="Open exceptions">
            {number(open)}
          </chakra.span>
        ),
      }))}
    />
  )
}
