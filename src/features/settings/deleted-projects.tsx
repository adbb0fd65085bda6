/** Projects that were deleted, with the certificate of each. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type Certificate, getCertificate } from '#contracts/project-end.ts'
import { certificates, certificatesOfDeletedClients } from '#src/reads/client-report.ts'
import { type Reading, useRead } from '../ui/answer.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { dayAndTime, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

/** Nothing where none was deleted. */
export function DeletedProjects({ companyId }: { readonly companyId: number }): ReactElement | null {
  return <Certificates title="Deleted projects" answer={useRead(certificates, { companyId })} />
}

/** Clients that were deleted have no page any more: their certificates stand here. */
export function DeletedClients(): ReactElement | null {
  return (
    <Certificates
      title="Projects of deleted clients"
      answer={useRead(certificatesOfDeletedClients, {})}
      ofClients
    />
  )
}

function Certificates({
  title,
  answer,
  ofClients = false,
}: {
  readonly title: string
  readonly answer: Reading<readonly Certificate[]>
  /** Each says of which client. */
  readonly ofClients?: boolean
}): ReactElement | null {
  const { value } = answer
  if (value?.length === 0) return null
  return (
    <Section title={title}>
      <Missing answer={answer} rows={2} title="The certificates could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <Table
          label={title}
          rows={value}
          keyOf={({ deletionId }) => deletionId}
          columns={[
            ...(ofClients
              ? [
                  {
                    id: 'client',
                    head: 'Client',
                    cell: (one: Certificate) => <Foreign text={one.companyName} />,
                  },
                ]
              : []),
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
