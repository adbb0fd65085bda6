/** A project as such: what it is called, how it is set, what one may do in it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { tagsEnabled } from '#contracts/project.ts'
import { $project } from '#src/stores/selection.ts'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { number } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { FeatureBadges } from './feature-badges.tsx'
import { NoProject } from './no-project.tsx'

export function ProjectPage(): ReactElement {
  const project = useUnit($project)
  const who = useWho()
  if (who.projectId === null) {
    return (
      <NoProject icon="project">
        Here stands what a project is called, how it is set, and what you may do in it.
      </NoProject>
    )
  }
  if (project === null) return <Skeleton rows={8} />
  const facts: readonly (readonly [string, string])[] = [
    ['Client', project.companyName],
    ['Your role', roleWords(project.roleName)],
    ['Control numbers', `${project.prefix}00000001 and on`],
    ['Time zone', project.settings.timeZone],
    [
      'Search precedence',
      project.settings.precedence === 'dtsearch' ? 'OR before AND' : 'NOT, then proximity, then AND, then OR',
    ],
    ['Text kept searchable', `${number(project.maxTextSize)} characters a document`],
    ['Security groups', project.securableGroups.length === 0 ? 'none' : project.securableGroups.join(', ')],
  ]
  return (
    <Page
      title={project.projectName}
      lead={`A project of ${project.companyName}.`}
      actions={
        <>
          <ButtonTo to="/overview" icon="overview" look="primary">
            Open the overview
          </ButtonTo>
          {who.can('codingForm.manage') && (
            <ButtonTo to="/overview/ProjectSetting" icon="settings">
              Settings
            </ButtonTo>
          )}
        </>
      }
    >
      <Section title="About">
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
      <Section title="Features" padded>
        <FeatureBadges features={project.features}>
          <Badge>
            Documents are {tagsEnabled(project.features) ? 'sorted with tags' : 'coded with forms'}
          </Badge>
        </FeatureBadges>
      </Section>
    </Page>
  )
}
