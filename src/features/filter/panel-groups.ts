/** What the panel of the filter holds, in three groups whose headers can be hidden. */
import type { DocumentFilter } from '#contracts/filter.ts'
import type { FilterDate, FilterList, FilterNumber } from '#src/events/filter/choice.ts'

export interface PanelGroup {
  readonly title: string
  /** The member of the filter that hides it. */
  readonly hiddenBy: keyof Pick<DocumentFilter, 'hiddenFileInfo' | 'hiddenFileStatus' | 'hiddenEmailInfo'>
  readonly lists: readonly FilterList[]
  readonly numbers: readonly FilterNumber[]
  readonly dates: readonly FilterDate[]
  /** Whether copies of documents were left out. */
  readonly duplicates: boolean
}

export const panelGroups: readonly PanelGroup[] = [
  {
    title: 'File status',
    hiddenBy: 'hiddenFileStatus',
    lists: [
      ...(['documentStates', 'custodians', 'exceptions', 'filterJobs', 'piiLikely', 'piiPotential'] as const),
      ...(['hiddenContents', 'dateFlags', 'knownFiles', 'deNistedAttachments'] as const),
    ],
    numbers: ['nearDupCount'],
    dates: [],
    duplicates: true,
  },
  {
    title: 'File',
    hiddenBy: 'hiddenFileInfo',
    lists: [
      ...(['fileTypeCategories', 'recordTypes', 'emailKeywordHits'] as const),
      ...(['detectedTypes', 'authors', 'allFolders'] as const),
    ],
    numbers: ['familyCount', 'extractedTextSize', 'pageCount'],
    dates: ['parentDate', 'createdDate', 'modifiedDate'],
    duplicates: false,
  },
  {
    title: 'E-mail',
    hiddenBy: 'hiddenEmailInfo',
    lists: ['domainCategories', 'threadInclusive'],
    numbers: ['recipientCount', 'threadCount'],
    dates: ['receivedDate'],
    duplicates: false,
  },
]
