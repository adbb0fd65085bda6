/** Document properties of Office Open XML: core, application and custom (ECMA-376 part 1, 22.2 and 22.3, and part 2, 11). */
import type { Fields } from '../fields.ts'
import type { Attributes } from '../xml.ts'
import type { OfficeFile } from './office-file.ts'

type Put = (fields: Fields, value: string) => void
const as =
  (name: string): Put =>
  (fields, value) =>
    fields.add(name, value)
const asDate =
  (name: string): Put =>
  (fields, value) =>
    fields.addDate(name, value)

const properties: ReadonlyMap<string, Put> = new Map([
  ['title', as('Doc_Title')],
  ['creator', as('Author')],
  ['lastModifiedBy', as('Last_Author')],
  ['subject', as('Doc_Subject')],
  ['keywords', as('Keywords')],
  ['description', as('Comments')],
  ['category', as('Category')],
  ['contentStatus', as('Content_Status')],
  ['created', asDate('Created_Date')],
  ['modified', asDate('Modified_Date')],
  ['lastPrinted', asDate('Printed_Date')],
  ['revision', as('Revision')],
  ['language', as('Doc_Language')],
  ['Application', as('Application')],
  ['AppVersion', as('Application_Version')],
  ['Company', as('Company')],
  ['Manager', as('Manager')],
  ['Template', as('Template')],
  ['HyperlinkBase', as('Hyperlink_Base')],
  ['TotalTime', as('Editing_Minutes')],
  ['Pages', as('Page_Count')],
  ['Words', as('Word_Count')],
  ['Slides', as('Slide_Count')],
])

/** Puts all properties of the file into the fields of its draft. */
export function readProperties(file: OfficeFile): void {
  const { fields } = file.draft
  const part = (type: string, usual: string): string => file.related('', type).at(0) ?? usual
  const plain = simpleProperties(fields)
  file.walk(part('core-properties', 'docProps/core.xml'), plain)
  file.walk(part('extended-properties', 'docProps/app.xml'), plain)
  file.walk(part('custom-properties', 'docProps/custom.xml'), customProperties(fields))
}

function simpleProperties(fields: Fields) {
  let value = ''
  return {
    open: () => {
      value = ''
    },
    text: (text: string) => {
      value += text
    },
    close: (name: string) => {
      properties.get(name)?.(fields, value)
      value = ''
    },
  }
}

function customProperties(fields: Fields) {
  let own = ''
  let value = ''
  return {
    open: (name: string, attributes: Attributes) => {
      if (name !== 'property') return
      own = attributes.get('name') ?? ''
      value = ''
    },
    text: (text: string) => {
      value += text
    },
    close: (name: string) => {
      if (name === 'property') fields.addCustom(own, value.trim())
    },
  }
}
