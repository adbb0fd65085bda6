/** What stands in each panel of the inspect menu; fetched when it is opened. */
import { lazy } from 'react'
import { withAreas } from '../areas/lazy.ts'
import type { Panels } from '../features/shell/panel-host.tsx'

const later = withAreas(['jobs', 'project'], () => import('../features/stages/panel-contents.tsx'))

export const panels: Panels = {
  folder: lazy(async () => ({ default: (await later()).FolderPanel })),
  assistant: lazy(async () => ({ default: (await later()).AssistantPanel })),
  production: lazy(async () => ({ default: (await later()).ProductionPanel })),
  assignment: lazy(
    withAreas(['assignments'], async () => ({
      default: (await import('../features/assignments/panel.tsx')).AssignmentPanel,
    })),
  ),
  savedSearch: lazy(async () => ({ default: (await later()).SavedSearchPanel })),
  jobs: lazy(async () => ({ default: (await later()).JobsPanel })),
  tags: lazy(async () => ({ default: (await later()).TagsPanel })),
  keyword: lazy(
    withAreas(['keywords'], async () => ({
      default: (await import('../features/keywords/keyword-panel.tsx')).KeywordPanel,
    })),
  ),
  codingForms: lazy(async () => ({ default: (await later()).CodingFormsPanel })),
}
