/** Settings of a project, of a client and of the system: what is so today, and what will be set here. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { capabilities, rankCan, roleNames, roleRanks } from '#contracts/permission.ts'
import { requestCompanies, requestProjects } from '#src/commands/company.ts'
import { companies, companiesKey, projectRows, projectsKey } from '#src/stores/company.ts'
import { $project } from '#src/stores/selection.ts'
import { useAnswer, useAsk } from '../ui/answer.ts'
import { FeatureBadges } from '../ui/feature-badges.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Page, Section, Stats } from '../ui/page.tsx'
import { roleWords } from '../ui/roles.ts'
import { DeniedState, EmptyState, Skeleton } from '../ui/states.tsx'
import { useWho } from '../ui/who.ts'
import { capabilityWords } from './capability-words.ts'
import { Coming } from './stage-screen.tsx'

export function ProjectSetting(): ReactElement {
  const who = useWho()
  const project = useUnit($project)
  if (who.projectId === null) {
    return (
      <EmptyState
        page
        icon="settings"
        title="No project is chosen"
        action={<Link to="/client">Choose a project</Link>}
      />
    )
  }
  if (!who.can('project.manage')) {
    return (
      <DeniedState
        page
        what="the settings of this project"
        grantedBy="Project managers see and change them."
        action={<Link to="/overview">Back to the overview</Link>}
      />
    )
  }
  return (
    <Page
      title="Project settings"
      lead={<Link to="/overview">Back to {who.projectName || 'the project'}</Link>}
    >
      {project === null ? (
        <Skeleton rows={6} />
      ) : (
        <>
          <Facts
            facts={[
              ['Name', project.projectName],
              ['Control-number prefix', project.prefix],
              ['Time zone of dates', project.settings.timeZone],
              ['Text kept searchable', `${number(project.maxTextSize)} characters a document`],
            ]}
          />
          <Section title="Features" padded>
            <FeatureBadges features={project.features} />
          </Section>
        </>
      )}
      <RoleTable strongest={2} />
      <Coming
        holds={[
          'People of the project, their roles and groups, and which folders a group sees',
          'Coding forms, fields and their values',
          'Time zone, propagation, the review clock, and features on and off',
          'Archiving the project, and deleting it after its hold',
        ]}
      />
    </Page>
  )
}

export function ClientSetting(): ReactElement {
  const who = useWho()
  useAsk(requestCompanies({}))
  useAsk(requestProjects({}))
  const clients = useAnswer(companies, companiesKey).value
  const rows = useAnswer(projectRows, projectsKey).value ?? []
  if (!who.accountCan('company.manage')) {
    return (
      <DeniedState
        page
        what="the settings of this client"
        grantedBy="Client administrators see and change them."
        action={<Link to="/client">Back to clients and projects</Link>}
      />
    )
  }
  const client =
    clients?.find(({ company_id }) => company_id === who.clientId) ??
    (clients?.length === 1 ? clients[0] : undefined)
  return (
    <Page title="Client settings" lead={<Link to="/client">Back to clients and projects</Link>}>
      {clients === null ? (
        <Skeleton rows={6} />
      ) : client === undefined ? (
        <EmptyState
          icon="client"
          title="No client is chosen"
          action={<Link to="/client">Choose a client</Link>}
        />
      ) : (
        <Facts
          facts={[
            ['Name', client.company_name],
            ['Projects', number(client.projectCount)],
            ['AI assistant', client.qa_copilot ? 'on' : 'off'],
            ['Chat collection', client.slack_collection ? 'on' : 'off'],
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
      )}
      <Coming
        holds={[
          'People of the client, invitations, and their roles in each project',
          'Second factor for everybody, and single sign-on with the identity provider',
          'AI assistant and chat collection, on and off',
        ]}
      />
    </Page>
  )
}

export function SystemSetting(): ReactElement {
  const who = useWho()
  useAsk(who.accountCan('system.view') ? requestCompanies({}) : null)
  useAsk(who.accountCan('system.view') ? requestProjects({}) : null)
  const clients = useAnswer(companies, companiesKey).value ?? []
  const rows = useAnswer(projectRows, projectsKey).value ?? []
  if (!who.accountCan('system.view')) {
    return (
      <DeniedState
        page
        what="the system settings"
        grantedBy="System administrators and the provider's staff see them."
        action={<Link to="/client">Back to clients and projects</Link>}
      />
    )
  }
  return (
    <Page
      title="System settings"
      lead={`Version ${who.version}. You see them as ${roleWords(who.roleName ?? '').toLowerCase()}.`}
    >
      <Stats
        items={[
          { label: 'Clients', value: number(clients.length) },
          { label: 'Projects', value: number(rows.length) },
          { label: 'Documents', value: number(rows.reduce((sum, row) => sum + row.documentCount, 0)) },
          { label: 'Jobs running', value: number(rows.reduce((sum, row) => sum + row.runningJobs, 0)) },
        ]}
      />
      <RoleTable strongest={0} />
      <Coming
        holds={[
          'The queue of jobs over all clients, and the workers that do them',
          'How many workers there may be, and when they go',
          'Administrators and invitations; clients and their deletion; single sign-on of all clients',
          'Versions of every part',
        ]}
      />
    </Page>
  )
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <Section title="As it is">
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

/** A shade at the edge beyond which there is more; a cover of the surface's colour goes with the content and hides it. */
const scrollStyles = {
  background: `
    linear-gradient(to left, {colors.surface} 60%, transparent) right / 32px 100% no-repeat local,
    linear-gradient(to left, {colors.shade}, transparent) right / 12px 100% no-repeat scroll`,
}

/** What roles may do, from the table by which the server decides. */
function RoleTable({ strongest }: { readonly strongest: number }): ReactElement {
  const roles = roleNames.filter((role) => roleRanks[role] >= strongest)
  const held = capabilities.filter((capability) => roles.some((role) => rankCan(roleRanks[role], capability)))
  return (
    <Section title="Roles and what they may do">
      {/* Wider than a small window: it is seen that there is more, and the keys can scroll it. */}
      <chakra.div
        overflowX="auto"
        css={scrollStyles}
        tabIndex={0}
        role="region"
        aria-label="Table of roles"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <chakra.table width="full" aria-label="Roles and what they may do">
          <thead>
            <tr>
              <chakra.th
                scope="col"
                textAlign="start"
                px="4"
                height="row"
                fontSize="xs"
                color="faint"
                position="sticky"
                left="0"
                zIndex={1}
                background="surface"
              >
                May
              </chakra.th>
              {roles.map((role) => (
                <chakra.th
                  key={role}
                  scope="col"
                  textAlign="center"
                  px="2"
                  fontSize="xs"
                  color="faint"
                  fontWeight={600}
                  lineHeight="16px"
                  py="2"
                  maxWidth="96px"
                >
                  {roleWords(role)}
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {held.map((capability) => (
              <chakra.tr key={capability} borderTopWidth="1px" borderColor="line">
                <chakra.th
                  scope="row"
                  textAlign="start"
                  px="4"
                  height="row"
                  fontWeight={400}
                  minWidth={{ base: '140px', md: '180px' }}
                  position="sticky"
                  left="0"
                  zIndex={1}
                  background="surface"
                >
                  {capabilityWords[capability]}
                </chakra.th>
                {roles.map((role) => (
                  <chakra.td
                    key={role}
                    textAlign="center"
                    color="okInk"
                    // What is said to screen readers stands off the flow: without this it would widen the page.
                    position="relative"
                    css={{ '& svg': { marginInline: 'auto' } }}
                  >
                    {rankCan(roleRanks[role], capability) ? (
                      <Icon name="check" title="yes" />
                    ) : (
                      <chakra.span srOnly>no</chakra.span>
                    )}
                  </chakra.td>
                ))}
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </Section>
  )
}
