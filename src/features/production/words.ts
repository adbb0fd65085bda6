/** What states, checks and choices of productions are called. */
import type { PreCheck } from '#contracts/production-checks.ts'
import type { ComparisonKind } from '#contracts/production-comparison.ts'
import type {
  dateForms,
  GoesAs,
  LoadFileColumn,
  loadFileEncodings,
  loadFileFormats,
  ProducedField,
  StampPlace,
} from '#contracts/production-settings.ts'
import type { QualityReport } from '#contracts/production-volumes.ts'
import type { PlannedDocument, ProductionState } from '#contracts/productions.ts'
import type { Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'

export const productionsPath = '/overview/produce'

/** The steps of one production, each with its address. */
export const steps = ['prepare', 'preview', 'check', 'made'] as const
export type Step = (typeof steps)[number]

export const productionPath = (productionId: number, step?: Step): string =>
  `${productionsPath}?production=${productionId}${step === undefined ? '' : `&step=${step}`}`

/** Where a document of it is shown as it will leave. */
export const previewPath = (productionId: number, documentId: number): string =>
  `${productionPath(productionId, 'preview')}&document=${documentId}`

export const stateLooks: Readonly<
  Record<ProductionState, { readonly tone: Tone; readonly icon: IconName; readonly word: string }>
> = {
  Draft: { tone: 'neutral', icon: 'file', word: 'Draft' },
  Validated: { tone: 'info', icon: 'check', word: 'Validated' },
  Running: { tone: 'accent', icon: 'play', word: 'Running' },
  Failed: { tone: 'danger', icon: 'error', word: 'Stopped' },
  Cancelled: { tone: 'neutral', icon: 'stop', word: 'Cancelled' },
  Produced: { tone: 'ok', icon: 'check', word: 'Produced' },
  Delivered: { tone: 'ok', icon: 'lock', word: 'Delivered' },
  RolledBack: { tone: 'neutral', icon: 'undo', word: 'Rolled back' },
}

/** Its settings and its list can still be changed. */
export const isPrepared = (state: ProductionState): boolean => state === 'Draft' || state === 'Validated'

export const checkNames: Readonly<Record<PreCheck, string>> = {
  restricted: 'Documents that must not be in the production',
  familyIncomplete: 'Families that are not complete',
  producedBefore: 'Documents that were produced before',
  withoutPages: 'Documents without pages',
  redactedNative: 'Documents that go out otherwise than the settings say',
  redactionsToCheck: 'Redactions that nobody has checked',
  numbersTaken: 'Numbers that are taken',
  duplicatesDiffer: 'Duplicates that are treated differently',
  familyDiffers: 'Families whose members are treated differently',
  textEmpty: 'Documents without text',
  protectedNative: 'Files with a password',
  privilegedDesignation: 'Privileged documents that would go out',
  designationMissing: 'Confidential documents without a designation',
  designationsClash: 'Documents with designations that exclude each other',
  pageCountDiffers: 'Pages that are missing, or too many',
  fieldGone: 'Fields that the project does not have',
  failedSlipped: 'Documents that a slip sheet stands for, as they have no pages',
  largePages: 'Pages that are larger than usual',
  fieldEmpty: 'Columns that need a value and have none',
  hiddenContent: 'Files with content that nobody sees',
  quotesWithheld: 'Answers to messages that are withheld',
}

export const documentStates: Readonly<
  Record<PlannedDocument['state'], { readonly tone: Tone; readonly word: string }>
> = {
  planned: { tone: 'neutral', word: 'Planned' },
  made: { tone: 'ok', word: 'Made' },
  failed: { tone: 'danger', word: 'Failed' },
}

export const goesAsWords: Readonly<Record<GoesAs, string>> = {
  images: 'Pages and text',
  native: 'The file as it is, behind a slip sheet',
  both: 'Pages, text and the file',
}

export const placeNames: Readonly<Record<StampPlace, string>> = {
  headerLeft: 'Header left',
  headerCenter: 'Header center',
  headerRight: 'Header right',
  footerLeft: 'Footer left',
  footerCenter: 'Footer center',
  footerRight: 'Footer right',
}

export const ofRedactedWords: Readonly<Record<LoadFileColumn['ofRedacted'], string>> = {
  keep: 'The value',
  blank: 'Nothing',
  redacted: 'REDACTED',
}

export const formatWords: Readonly<Record<(typeof loadFileFormats)[number], string>> = {
  dat: 'DAT, Concordance (metadata)',
  opt: 'OPT, Opticon (images)',
  csv: 'CSV (metadata)',
  lfp: 'LFP, IPRO (images)',
  xml: 'EDRM XML',
}

export const encodingWords: Readonly<Record<(typeof loadFileEncodings)[number], string>> = {
  'utf-8-bom': 'UTF-8 with a byte order mark',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'windows-1252': 'Windows-1252 (what it lacks is replaced and counted)',
}

export const dateExamples: Readonly<Record<(typeof dateForms)[number], string>> = {
  'MM/DD/YYYY': '03/31/2026',
  'DD/MM/YYYY': '31/03/2026',
  'YYYY-MM-DD': '2026-03-31',
  YYYYMMDD: '20260331',
}

export const producedFieldNames: Readonly<Record<ProducedField, string>> = {
  Begin_Bates: 'First number',
  End_Bates: 'Last number',
  Begin_Attach: 'First number of the family',
  End_Attach: 'Last number of the family',
  Attachment_Range: 'Numbers of the family',
  Parent_Bates: 'Number of the parent',
  Child_Bates: 'Numbers of the attachments',
  Produced_Pages: 'Pages produced',
  Designation: 'Designation',
  Redacted: 'Whether it is redacted',
  Withheld: 'Whether it is withheld',
  Native_File_Path: 'Path of the file',
  Text_File_Path: 'Path of the text',
}

export const qualityNames: Readonly<Record<QualityReport['checks'][number]['check'], string>> = {
  counts: 'Counts agree with the plan',
  loadFiles: 'Load files are read back as they were written',
  numbers: 'Numbers without a gap, none twice',
  natives: 'Files have the checksums of their documents',
  covered: 'Nothing covered is in the text or the files',
}

export const comparePath = (productionId: number, otherId: number): string =>
  `${productionsPath}/compare?production=${productionId}&with=${otherId}`

/** How what differs between two productions is shown. */
export const comparisonTones: Readonly<Record<ComparisonKind, Tone>> = {
  onlyFirst: 'attention',
  onlySecond: 'attention',
  treatment: 'attention',
  designation: 'info',
  redactions: 'attention',
  file: 'attention',
  pages: 'info',
  text: 'info',
  fields: 'info',
  same: 'ok',
}

/** A number as it is printed. */
export const bates = (prefix: string, digits: number, value: number): string =>
  `${prefix}${String(value).padStart(Math.min(digits, 20), '0')}`
