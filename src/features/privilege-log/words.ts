/** What parts, filters and reasons of the privilege log are called, and where they are. */
import type { LogFilter, LogGapKind, LogRow, LogSource, LogTreatment } from '#contracts/privilege-log.ts'

export const privilegeLogPath = '/overview/privilege-log'

/** The pages of the log, each with its address. */
export const parts = ['log', 'versions', 'gaps', 'categories', 'settings'] as const
export type Part = (typeof parts)[number]

export const partNames: Readonly<Record<Part, string>> = {
  log: 'Log',
  versions: 'Versions',
  gaps: 'Gaps',
  categories: 'By category',
  settings: 'Settings',
}

export const partPath = (part: Part): string =>
  part === 'log' ? privilegeLogPath : `${privilegeLogPath}?part=${part}`

export const versionPath = (versionId: number): string => `${partPath('versions')}&version=${versionId}`

/** `other`: null is the log as it stands now. */
export const comparePath = (versionId: number, other: number | null): string =>
  `${versionPath(versionId)}&with=${other ?? 'now'}`

export const filterNames: Readonly<Record<LogFilter, string>> = {
  all: 'All',
  toDescribe: 'To describe',
  withheld: 'Withheld',
  redacted: 'Redacted',
  changed: 'Changed',
}

export const treatmentNames: Readonly<Record<LogTreatment, string>> = {
  withheld: 'Withheld',
  redacted: 'Redacted',
}

export const whyWords: Readonly<Record<LogRow['why'][number], string>> = {
  query: 'the search of the settings finds it',
  production: 'a production withholds it',
  redaction: 'it has redactions for privilege',
}

export const sourceNames: Readonly<Record<LogSource, string>> = {
  Log_Number: 'Log number',
  Control_Number: 'Control number',
  Production: 'Production',
  Begin_Bates: 'First number',
  End_Bates: 'Last number',
  Date: 'Date',
  Type: 'Kind of document',
  Author: 'Author',
  To: 'To',
  CC: 'CC',
  BCC: 'BCC',
  Title: 'Subject or title',
  Family: 'Family',
  Attachments: 'Attachments',
  Attorneys: 'Lawyers',
  Basis: 'Basis',
  Description: 'Description',
  Treatment: 'Treatment',
  Redacted_Pages: 'Pages redacted',
}

export const gapNames: Readonly<Record<LogGapKind, { readonly title: string; readonly what: string }>> = {
  sentOut: {
    title: 'On the log, and sent out',
    what: 'They are withheld by the log, and a production has let them out.',
  },
  notLogged: {
    title: 'Withheld or redacted, and not on the log',
    what: 'A production withholds them, or redacts them for privilege, and the log does not claim it.',
  },
  notInVersion: {
    title: 'Withheld or redacted, and not in the last version',
    what: 'A production withholds them, or redacts them for privilege, and the other side was not told.',
  },
  notProduced: {
    title: 'On the log, and in no production',
    what: 'Nothing stands for them in what was handed over.',
  },
}

/** The worst first. */
export const gapOrder: readonly LogGapKind[] = ['sentOut', 'notLogged', 'notInVersion', 'notProduced']
