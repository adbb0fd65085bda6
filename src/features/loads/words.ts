/** What load files, columns and faults of loads are called, and where their pages are. */
import type { LoadFault, LoadFileKind, loadProperties, loadRoles } from '#contracts/loads.ts'

export const loadsPath = '/overview/collect/load'

/** The steps of preparing a load, each with its address. */
export const steps = ['file', 'map', 'check'] as const
export type Step = (typeof steps)[number]

export const stepPath = (sourceId: number, step: Step): string =>
  `${loadsPath}?source=${sourceId}${step === 'file' ? '' : `&step=${step}`}`
export const loadPath = (jobId: number): string => `${loadsPath}?job=${jobId}`

export const stepNames: Readonly<Record<Step, string>> = {
  file: '1. Files',
  map: '2. Mapping',
  check: '3. Check and load',
}

export const kindNames: Readonly<Record<LoadFileKind, string>> = {
  delimited: 'Delimited text',
  edrm: 'EDRM XML',
  opt: 'Opticon (OPT)',
  lfp: 'IPRO (LFP)',
}

export type Certainty = 'certain' | 'likely' | 'unsure'

export const roleNames: Readonly<Record<(typeof loadRoles)[number], string>> = {
  begin: 'Begin number (identifies the document)',
  end: 'End number',
  beginAttach: 'Begin of the attachment range',
  endAttach: 'End of the attachment range',
  attachmentRange: 'Attachment range',
  parent: 'Begin number of the parent',
  children: 'Begin numbers of the attachments',
  family: 'Family (same value for all members)',
  native: 'Path of the native file',
  textPath: 'Path of the text file',
  text: 'Text itself',
  custodian: 'Custodian',
  allCustodians: 'All custodians',
}

/** Roles that say where something is, or whose; the others say its place among the documents. */
export const fileRoles: ReadonlySet<string> = new Set(['native', 'textPath', 'text'])

export const propertyNames: Readonly<Record<(typeof loadProperties)[number], string>> = {
  Document_Name: 'Document name',
  File_Name: 'File name',
  Subject: 'Subject',
  From: 'From',
  To: 'To',
  CC: 'CC',
  BCC: 'BCC',
  Sent_Date: 'Sent date',
  Sent_Time: 'Sent time (of a separate column)',
  Message_ID: 'Message ID',
  In_Reply_To: 'In reply to',
  Source_Path: 'Path at the source',
  MD5: 'MD5',
  SHA1: 'SHA-1',
}

export const faultNames: Readonly<Record<LoadFault['code'], string>> = {
  row: 'The row cannot be read',
  noKey: 'Has no number or key',
  twice: 'The same number as a row before',
  unmatched: 'Finds no document',
  ambiguous: 'Finds several documents',
  badValue: 'The value does not fit its field',
  badDate: 'No date of the stated forms',
  badFamily: 'The family does not fit',
  noSuchFile: 'The file is not in the source',
  badPath: 'The path cannot be used',
  badText: 'The text cannot be read',
  badImage: 'The page image cannot be read',
}
