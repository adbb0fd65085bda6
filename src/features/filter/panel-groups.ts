/** What the panel of the filter holds, in three groups whose headers can be hidden. */
import type { DocumentFilter } from '#contracts/filter.ts'
import type { FilterList, FilterNumber } from '#src/events/filter/choice.ts'

export interface PanelGroup {
  readonly title: string
  /** The member of the filter that hides it. */
  readonly hiddenBy: keyof Pick<DocumentFilter, 'hiddenFileInfo' | 'hiddenFileStatus' | 'hiddenEmailInfo'>
  readonly lists: readonly FilterList[]
  readonly numbers: readonly FilterNumber[]
  readonly also: 'duplicates' | 'dates' | null
}

export const panelGroups: readonly PanelGroup[] = [
  {
    title: 'File status',
    hiddenBy: 'hiddenFileStatus',
    lists: ['documentStates', 'custodians', 'exceptions', 'filterJobs', 'piiLikely', 'piiPotential'],
    numbers: [],
    also: 'duplicates',
  },
  {
    title: 'File',
    hiddenBy: 'hiddenFileInfo',
    lists: ['fileTypeCategories', 'recordTypes', 'emailKeywordHits'],
    numbers: ['familyCount', 'extractedTextSize'],
    also: 'dates',
  },
  {
    title: 'E-mail',
    hiddenBy: 'hiddenEmailInfo',
    lists: ['domainCategories', 'threadInclusive'],
    numbers: ['recipientCount'],
    also: null,
  },
]
