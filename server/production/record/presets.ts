/** What a new production begins with, by kind of receiver (domain practice: SEC and DOJ delivery standards, common protocols). */
import type { LoadFileColumn, ProductionSettings } from '#contracts/production-settings.ts'
import { productionLimits } from '#contracts/production-settings.ts'

type Column = readonly [source: string, name: string, ofRedacted?: LoadFileColumn['ofRedacted']]

const columnsOf = (columns: readonly Column[]): LoadFileColumn[] =>
  columns.map(([source, name, ofRedacted = 'keep']) => ({ source, name, ofRedacted }))

/** Fields that can hold what is covered on the page say REDACTED. */
const commercialColumns = columnsOf([
  ['Begin_Bates', 'BEGDOC'],
  ['End_Bates', 'ENDDOC'],
  ['Begin_Attach', 'BEGATTACH'],
  ['End_Attach', 'ENDATTACH'],
  ['Parent_Bates', 'PARENTID'],
  ['Child_Bates', 'ATTACHIDS'],
  ['Produced_Pages', 'PGCOUNT'],
  ['Custodian', 'CUSTODIAN'],
  ['From', 'FROM'],
  ['To', 'TO'],
  ['CC', 'CC'],
  ['BCC', 'BCC'],
  ['Subject', 'SUBJECT', 'redacted'],
  ['Sent_Date', 'DATESENT'],
  ['File_Name', 'FILENAME', 'redacted'],
  ['File_Extension', 'FILEEXT'],
  ['Created_Date', 'DATECREATED'],
  ['Modified_Date', 'DATEMODIFIED'],
  ['MD5', 'MD5HASH', 'blank'],
  ['Designation', 'CONFIDENTIALITY'],
  ['Redacted', 'REDACTED'],
  ['Native_File_Path', 'NATIVELINK'],
  ['Text_File_Path', 'TEXTLINK'],
])

const secColumns = columnsOf([
  ['Begin_Bates', 'FIRSTBATES'],
  ['End_Bates', 'LASTBATES'],
  ['Attachment_Range', 'ATTACHRANGE'],
  ['Begin_Attach', 'BEGATTACH'],
  ['End_Attach', 'ENDATTACH'],
  ['Parent_Bates', 'PARENT_BATES'],
  ['Child_Bates', 'CHILD_BATES'],
  ['Custodian', 'CUSTODIAN'],
  ['From', 'FROM'],
  ['To', 'TO'],
  ['CC', 'CC'],
  ['BCC', 'BCC'],
  ['Subject', 'SUBJECT', 'redacted'],
  ['File_Name', 'FILE_NAME', 'redacted'],
  ['Sent_Date', 'DATE_SENT'],
  ['MIME_Type', 'MIME_TYPE'],
  ['File_Extension', 'FILE_EXTEN'],
  ['Author', 'AUTHOR'],
  ['Created_Date', 'DATE_CREATED'],
  ['Modified_Date', 'DATE_MOD'],
  ['File_Size', 'FILE_SIZE', 'blank'],
  ['Produced_Pages', 'PGCOUNT'],
  ['Message_ID', 'INTMSGID'],
  ['MD5', 'MD5HASH', 'blank'],
  ['Native_File_Path', 'LINK'],
  ['Text_File_Path', 'OCRPATH'],
])

const native = { text: 'DOCUMENT PRODUCED IN NATIVE FORMAT' }
const failed = { text: 'FILE COULD NOT BE PROCESSED' }

/** Spreadsheets, recordings and databases have no pages that anybody could read. */
const asNatives = {
  Spreadsheet: 'native',
  Audio: 'native',
  Video: 'native',
  Database: 'native',
} as const

const commercial: ProductionSettings = {
  set: {
    query: { queryString: '', includeFamily: false, objectId: null, type: null },
    viewer: 'parentsAndChildren',
    filter: 'all',
  },
  families: true,
  order: [],
  numbering: { prefix: 'PROD', digits: productionLimits.digits.usual, level: 'page', start: null },
  stamps: { footerLeft: { kind: 'designation' }, footerRight: { kind: 'number' } },
  withheld: [],
  restriction: null,
  designations: [],
  designateFamilies: false,
  goesAs: { byCategory: asNatives, otherwise: 'images' },
  nativeSlipSheet: native,
  failedSlipSheet: failed,
  images: { format: 'tiff', color: 'jpeg' },
  texts: true,
  loadFile: {
    formats: ['dat', 'opt'],
    encoding: 'utf-8-bom',
    dates: { form: 'MM/DD/YYYY', time: true },
    standAlone: 'range',
    columns: commercialColumns,
  },
  volume: {
    name: 'VOL001',
    filesPerFolder: productionLimits.filesPerFolder.usual,
    gigabytes: productionLimits.volumeGigabytes.usual,
  },
}

/** Each with its name, for people. */
export const presets: readonly { readonly name: string; readonly settings: ProductionSettings }[] = [
  { name: 'Commercial', settings: commercial },
  {
    name: 'SEC style',
    settings: {
      ...commercial,
      stamps: { footerRight: { kind: 'number' } },
      loadFile: { ...commercial.loadFile, columns: secColumns },
    },
  },
  {
    name: 'DOJ style',
    settings: {
      ...commercial,
      goesAs: { byCategory: { ...asNatives, Presentation: 'both' }, otherwise: 'images' },
      images: { format: 'tiff', color: 'blackAndWhite' },
      loadFile: {
        ...commercial.loadFile,
        dates: { form: 'MM/DD/YYYY', time: false },
        standAlone: 'blank',
      },
    },
  },
  {
    name: 'Natives only',
    settings: { ...commercial, goesAs: { byCategory: {}, otherwise: 'native' } },
  },
  {
    name: 'PDF',
    settings: {
      ...commercial,
      images: { format: 'pdf', color: 'jpeg' },
      loadFile: { ...commercial.loadFile, formats: ['dat', 'csv', 'opt'] },
    },
  },
]
