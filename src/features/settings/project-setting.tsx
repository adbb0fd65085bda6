/** Settings of a project: how it is set, the fields that it has made, and values that come from files. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { tagsEnabled } from '#contracts/project.ts'
import { $bulkChanges } from '#src/stores/bulk.ts'
import { $project } from '#src/stores/selection.ts'
import { FieldsSection } from '../fields/fields-section.tsx'
import { HighlightSetsSection } from '../highlights/highlight-sets-section.tsx'
import { OverlaySection } from '../overlay/overlay-section.tsx'
import { MembersSection } from '../people/members-section.tsx'
import { RoleTable } from '../people/role-table.tsx'
import { SupportSection } from '../people/support-section.tsx'
import { WallsSection } from '../people/walls-section.tsx'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { ButtonTo } from '../ui/button-to.tsx'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState } from '../ui/states.tsx'
import { EndSection } from './end-section.tsx'
import { ExcludedFieldsSection } from './excluded-fields.tsx'
import { ProjectSettings } from './project-settings.tsx'

export function ProjectSetting(): ReactElement {
  const who = useWho()
  const { project, changes } = useUnit({ project: $project, changes: $bulkChanges })
  if (who.projectId === null) {
    return <NoProject icon="settings" />
  }
  // In an archived project nobody manages people; its administrators still see who is in it, and end support accesses.
  const seesPeople = who.can('user.manage') || who.can('project.archive')
  // Whoever is behind a wall manages no forms, and may still manage the walls.
  const forms = who.can('codingForm.manage')
  if (!forms && !who.can('wall.manage') && !who.can('project.archive')) {
    return (
      <DeniedState
        page
        what="the settings of this project"
        grantedBy={
          project?.archivedAt == null
            ? 'Review managers and stronger roles see them; project managers change them.'
            : 'The project is archived: its settings are for client administrators, who can restore it.'
        }
        action={<Link to="/overview">Back to the overview</Link>}
      />
    )
  }
  // Every change of many that has ended may have put values into documents, or taken them out.
  const asOf =
    changes
      .filter(({ ended }) => ended !== null)
      .map(({ bulkId }) => bulkId)
      .at(-1) ?? ''
  return (
    <Page
      title="Project settings"
      lead={<Link to="/overview">Back to {who.projectName || 'the project'}</Link>}
    >
      <ProjectSettings />
      {who.can('search.share') && <HighlightSetsSection />}
      {seesPeople && <MembersSection />}
      {who.can('wall.manage') && <WallsSection />}
      {seesPeople && <SupportSection />}
      {project !== null && tagsEnabled(project.features) && who.can('tag.manage') && (
        <Section title="Tags" padded>
          <Link to="/overview/ProjectSetting/tags">Manage tags and their categories</Link>
        </Section>
      )}
      {forms && project !== null && !tagsEnabled(project.features) && (
        <Section
          title="Coding forms"
          aside={
            <ButtonTo size="sm" to="/overview/ProjectSetting/coding-forms">
              Open coding forms
            </ButtonTo>
          }
          padded
        >
          What reviewers code documents with: forms are built from the fields below and from new ones.
        </Section>
      )}
      {forms && <FieldsSection asOf={asOf} />}
      <ExcludedFieldsSection />
      {forms && <OverlaySection projectId={who.projectId} />}
      {who.can('project.archive') && <EndSection />}
      <RoleTable strongest={2} />
    </Page>
  )
}
