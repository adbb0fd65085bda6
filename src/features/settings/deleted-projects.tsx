/** Projects of a client that were deleted, with the certificate of each. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type Certificate, getCertificate } from '#contracts/project-end.ts'
import { certificates } from '#src/reads/client-report.ts'
import { useRead } from '../ui/answer.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { dayAndTime, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

/** Nothing where none was deleted. */
export function DeletedProjects({ companyId }: { readonly companyId: number }): ReactElement | null {
  const answer = useRead(certificates, { companyId })
  const { value } = answer
  if (value?.length === 0) return null
  return (
    <Section title="Deleted projects">
      <Missing answer={answer} rows={2} title="The certificates could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <Table
          label="Deleted projects"
          rows={value}
          keyOf={({ deletionId }) => deletionId}
          columns={[
            { id: 'project', head: 'Project', cell: (one) => <Foreign text={one.projectName} /> },
            { id: 'at', head: 'Deleted', cell: (one) => dayAndTime(one.doneAt) },
            {
              id: 'by',
              head: 'Asked for and approved by',
              cell: (one) => `${one.askedBy.userName}, ${one.approvedBy.userName}`,
            },
            { id: 'documents', head: 'Documents', align: 'end', cell: (one) => number(one.documents) },
            {
              id: 'files',
              head: <chakra.span srOnly>Certificate</chakra.span>,
              align: 'end',
              cell: (one) => (
                <chakra.div display="flex" gap="2" justifyContent="flex-end">
                  {(['json', 'csv'] as const).map((format) => (
                    <ButtonLink
                      key={format}
                      size="sm"
                      icon="download"
                      href={fileOf(one, format)}
                      aria-label={`Certificate of ${one.projectName} as ${format.toUpperCase()}`}
                      download
                    >
                      {format.toUpperCase()}
                    </ButtonLink>
                  ))}
                </chakra.div>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}

const fileOf = ({ deletionId, companyId }: Certificate, format: 'json' | 'csv'): string =>
  `${pathOf(getCertificate).replace(':deletionId', String(deletionId))}?companyId=${companyId}&format=${format}`
