/** The figures of a project, on its overview and in its data hub: each leads to what it counts. */
import type { ReactElement } from 'react'
import type { ProjectReport } from '#contracts/project.ts'
import { exceptionStat } from '../exceptions/exception-stat.tsx'
import { exceptionsPath, leftOutPath } from '../processing/paths.ts'
import { counted, number, percent } from '../ui/format.ts'
import { BarList, Section, Stats } from '../ui/page.tsx'
import { useLeads } from './leads.ts'

/** How a value is written in a query is fetched when somebody goes there: everybody passes the overview. */
const clauseFor = (field: string, value: string): Promise<string> =>
  import('#src/events/filter/query.ts').then(({ clauseOf }) => clauseOf(field, value))

/** Documents whose words nobody can search. */
const withoutText = 'Has_Text:No'

export function Figures({ report }: { readonly report: ProjectReport }): ReactElement {
  const leads = useLeads()
  return (
    <Stats
      items={[
        {
          label: 'Documents',
          value: number(report.documents),
          note: counted(report.families, 'family', 'families'),
          lead: leads.documents(''),
        },
        {
          label: 'Coded',
          value: number(report.coded),
          note: report.documents > 0 ? percent(report.coded, report.documents) : undefined,
          lead: leads.documents('', { filter: 'reviewed' }),
        },
        {
          label: 'Custodians',
          value: number(report.custodians),
          lead: leads.page('/overview/datahub', 'collect.view'),
        },
        {
          label: 'Suppressed duplicates',
          value: number(report.duplicatesSuppressed),
          lead: leads.page(leftOutPath('duplicate'), 'collect.view'),
        },
        {
          label: 'Without text',
          value: number(report.withoutText),
          note: report.withoutText > 0 ? 'found by fields only' : undefined,
          lead: leads.documents(withoutText),
        },
        {
          ...exceptionStat(report),
          lead: leads.page(
            exceptionsPath(report.openExceptions > 0 ? { resolution: 'open' } : {}),
            'collect.view',
          ),
        },
      ]}
    />
  )
}

/** The documents of each custodian and of each type; each leads to them. */
export function Shares({
  report,
  most,
}: {
  readonly report: ProjectReport
  /** Rows of each; absent: all. */
  readonly most?: number
}): ReactElement {
  const leads = useLeads()
  const leading = (field: string, rows: ProjectReport['byCustodian']) =>
    rows.map((row) => ({ ...row, lead: leads.documents(() => clauseFor(field, row.name)) }))
  return (
    <>
      <Section title="By custodian" padded>
        <BarList
          label="Documents by custodian"
          rows={leading('Custodian', report.byCustodian.slice(0, most))}
        />
      </Section>
      <Section title="By type" padded>
        <BarList
          label="Documents by type"
          rows={leading('Record_Type', report.byRecordType.slice(0, most))}
          tone="infoBar"
        />
      </Section>
    </>
  )
}
