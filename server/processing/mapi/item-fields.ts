/** What Outlook's items have that mail has not: times and places of appointments, people's particulars, tasks. */
import { storable, storableUpTo } from '../text.ts'
import { ids, named, type Properties, type PropertyKey, sets } from './properties.ts'

type Reading = 'text' | 'time'
/** How it is called for people and as a field, and where it stands. */
type Field = readonly [label: string, field: string, key: PropertyKey, Reading]

const appointment: readonly Field[] = [
  ['Start', 'Start_Date', named(sets.appointment, 0x820d), 'time'],
  ['End', 'End_Date', named(sets.appointment, 0x820e), 'time'],
  ['Location', 'Location', named(sets.appointment, 0x8208), 'text'],
  ['Recurrence', 'Recurrence', named(sets.appointment, 0x8232), 'text'],
  ['Attendees', 'Attendees', named(sets.appointment, 0x8238), 'text'],
]

const contact: readonly Field[] = [
  ['Name', 'Contact_Name', ids.displayName, 'text'],
  ['Company', 'Company', 0x3a16, 'text'],
  ['Department', 'Department', 0x3a18, 'text'],
  ['Job title', 'Job_Title', 0x3a17, 'text'],
  ['E-mail', 'Contact_Email', named(sets.address, 0x8083), 'text'],
  ['E-mail 2', 'Contact_Email_2', named(sets.address, 0x8093), 'text'],
  ['E-mail 3', 'Contact_Email_3', named(sets.address, 0x80a3), 'text'],
  ['Business telephone', 'Business_Telephone', 0x3a08, 'text'],
  ['Home telephone', 'Home_Telephone', 0x3a09, 'text'],
  ['Mobile telephone', 'Mobile_Telephone', 0x3a1c, 'text'],
  ['Business fax', 'Business_Fax', 0x3a24, 'text'],
  ['Business address', 'Business_Address', named(sets.address, 0x801b), 'text'],
  ['Home address', 'Home_Address', named(sets.address, 0x801a), 'text'],
  ['Address', 'Postal_Address', 0x3a15, 'text'],
  ['Web page', 'Web_Page', 0x3a51, 'text'],
]

const task: readonly Field[] = [
  ['Start', 'Start_Date', named(sets.task, 0x8104), 'time'],
  ['Due', 'Due_Date', named(sets.task, 0x8105), 'time'],
  ['Completed', 'Completed_Date', named(sets.task, 0x810f), 'time'],
  ['Owner', 'Task_Owner', named(sets.task, 0x811f), 'text'],
]

export type ItemKind = 'mail' | 'appointment' | 'contact' | 'task' | 'note'

/** By the class of the message, of which the beginning counts: `IPM.Note.SMIME` is mail. */
export function itemKind(messageClass: string): ItemKind {
  const name = messageClass.toLowerCase()
  if (/^ipm\.(appointment|schedule)/.test(name)) return 'appointment'
  if (/^ipm\.(contact|distlist)/.test(name)) return 'contact'
  if (/^ipm\.task/.test(name)) return 'task'
  if (name.startsWith('ipm.stickynote')) return 'note'
  return 'mail'
}

const fieldsOf: Readonly<Record<ItemKind, readonly Field[]>> = {
  appointment,
  contact,
  task,
  mail: [],
  note: [],
}

export interface ItemFields {
  /** One line for each field: what an item says without having a body. */
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
  for (const [label, field, key, reading] of fieldsOf[itemKind(p.text(ids.messageClass))]) {
    const value = reading === 'time' ? p.time(key) : p.text(key)
    keep(field, [value])
    // The text has it whole; a field is for lists.
    if (value !== null && value.trim() !== '') lines.push(`${label}: ${storable(value).trim()}`)
  }
  keep('Message_Class', [p.text(ids.messageClass)])
  keep('Outlook_Categories', p.texts(named(sets.publicStrings, 'Keywords')))
  keep('Importance', [importance.get(p.whole(ids.importance) ?? 1)])
  keep('Sensitivity', [sensitivity.get(p.whole(ids.sensitivity) ?? 0)])
  keep('Created_Date', [p.time(ids.createdAt)])
  keep('Modified_Date', [p.time(ids.modifiedAt)])
  return { text: lines.join('\n'), metadata }
}
