/** General settings of a client. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Company } from '#contracts/company.ts'
import { projects } from '#src/reads/company.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { ClientSettingPage } from './client-setting-page.tsx'

export function ClientSetting(): ReactElement {
  return <ClientSettingPage name="general">{(client) => <General client={client} />}</ClientSettingPage>
}

function General({ client }: { readonly client: Company }): ReactElement {
  const rows = useRead(projects, {}).value ?? []
  return (
    <Facts
      facts={[
        ['Name', client.company_name],
        ['Projects', number(client.projectCount)],
        [
          'Documents in its projects',
          number(
            rows
              .filter(({ companyId }) => companyId === client.company_id)
              .reduce((sum, { documentCount }) => sum + documentCount, 0),
          ),
        ],
      ]}
    />
  )
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <Section title="Current settings">
      <chakra.dl>
        {facts.map(([name, value]) => (
          <chakra.div
            key={name}
            display="grid"
            gridTemplateColumns={{ base: '1fr', sm: '220px 1fr' }}
            px="4"
            py="1.5"
            borderTopWidth="1px"
            borderColor="line"
            _first={{ borderTopWidth: '0' }}
          >
            <chakra.dt color="faint">{name}</chakra.dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Section>
  )
}
