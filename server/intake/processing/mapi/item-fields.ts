/** What Outlook's items have that mail has not: times and places of appointments, people's particulars, tasks. */
import { storable, storableUpTo } from '../text.ts'
import { fieldsOf, type ItemKind } from './item-properties.ts'
import { ids, named, type Properties, sets } from './properties.ts'

/** By the class of the message, of which the beginning counts: `IPM.Note.SMIME` is mail. */
export function itemKind(messageClass: string): ItemKind {
  const name = messageClass.toLowerCase()
  if (/^ipm\.(appointment|schedule)/.test(name)) return 'appointment'
  if (/^ipm\.(contact|distlist)/.test(name)) return 'contact'
  if (/^ipm\.task/.test(name)) return 'task'
  if (name.startsWith('ipm.activity')) return 'journal'
  if (name.startsWith('ipm.stickynote')) return 'note'
  return 'mail'
}

export interface ItemFields {
  /** One line for each value of a field: what an item says without having a body. */
  readonly text: string
  readonly metadata: Readonly<Record<string, readonly string[]>>
}

const importance: ReadonlyMap<number, string> = new Map([
  [0, 'Low'],
  [2, 'High'],
])
const sensitivity: ReadonlyMap<number, string> = new Map([
  [1, 'Personal'],
  [2, 'Private'],
  [3, 'Confidential'],
])

export function itemFields(p: Properties): ItemFields {
  const metadata: Record<string, readonly string[]> = {}
  const keep = (field: string, values: readonly (string | null | undefined)[]): void => {
    const said = values.map((value) => storableUpTo(value ?? '', 1000).trim()).filter((value) => value !== '')
    if (said.length > 0) metadata[field] = said.slice(0, 100)
  }
  const lines: string[] = []
  for (const [label, field, key, read] of fieldsOf[itemKind(p.text(ids.messageClass))]) {
    const values = read(p, key)
    keep(field, values)
    // The text has all of them whole; a field is for lists.
    for (const value of values) if (value.trim() !== '') lines.push(`${label}: ${storable(value).trim()}`)
  }
  keep('Message_Class', [p.text(ids.messageClass)])
  keep('Outlook_Categories', p.texts(named(sets.publicStrings, 'Keywords')))
  keep('Importance', [importance.get(p.whole(ids.importance) ?? 1)])
  keep('Sensitivity', [sensitivity.get(p.whole(ids.sensitivity) ?? 0)])
  keep('Created_Date', [p.time(ids.createdAt)])
  keep('Modified_Date', [p.time(ids.modifiedAt)])
  return { text: lines.join('\n'), metadata }
}
