/** Where Outlook's items keep what mail has not (MS-OXOCAL, MS-OXOCNTC, MS-OXOTASK, MS-OXOJRNL), and how it is read. */
import { listMembers } from './list-members.ts'
import { ids, named, type Properties, type PropertyKey, sets } from './properties.ts'

/** What it says, as people read it; empty texts say nothing. */
type Reading = (p: Properties, key: PropertyKey) => readonly string[]

/** How it is called for people and as a field, and where it stands. */
export type Field = readonly [label: string, field: string, key: PropertyKey, Reading]

const text: Reading = (p, key) => [p.text(key)]
const texts: Reading = (p, key) => p.texts(key)
const time: Reading = (p, key) => [p.time(key) ?? '']
const minutes: Reading = (p, key) => {
  const value = p.whole(key) ?? 0
  return value === 0 ? [] : [`${value} minutes`]
}
const percent: Reading = (p, key) => {
  const value = p.double(key)
  return value === null || !Number.isFinite(value) ? [] : [`${Math.round(value * 100)} %`]
}
const statuses = ['Not started', 'In progress', 'Complete', 'Waiting on somebody else', 'Deferred']
const status: Reading = (p, key) => [statuses[p.whole(key) ?? -1] ?? '']
const members: Reading = (p) => listMembers(p)

/** Any item may have them. */
const common: readonly Field[] = [
  ['Companies', 'Companies', named(sets.common, 0x8539), texts],
  ['Contacts', 'Contacts', named(sets.common, 0x853a), texts],
  ['Billing', 'Billing', named(sets.common, 0x8535), text],
  ['Mileage', 'Mileage', named(sets.common, 0x8534), text],
]

const appointment: readonly Field[] = [
  ['Start', 'Start_Date', named(sets.appointment, 0x820d), time],
  ['End', 'End_Date', named(sets.appointment, 0x820e), time],
  ['Location', 'Location', named(sets.appointment, 0x8208), text],
  ['Recurrence', 'Recurrence', named(sets.appointment, 0x8232), text],
  ['Attendees', 'Attendees', named(sets.appointment, 0x8238), text],
  ...common,
]

const contact: readonly Field[] = [
  ['Name', 'Contact_Name', ids.displayName, text],
  ['Title', 'Name_Prefix', 0x3a45, text],
  ['Given name', 'Given_Name', 0x3a06, text],
  ['Middle name', 'Middle_Name', 0x3a44, text],
  ['Surname', 'Surname', 0x3a11, text],
  ['Suffix', 'Name_Suffix', 0x3a05, text],
  ['Nickname', 'Nickname', 0x3a4f, text],
  ['Company', 'Company', 0x3a16, text],
  ['Department', 'Department', 0x3a18, text],
  ['Job title', 'Job_Title', 0x3a17, text],
  ['Profession', 'Profession', 0x3a46, text],
  ['Office', 'Office', 0x3a19, text],
  ['Manager', 'Manager', 0x3a4e, text],
  ['Assistant', 'Assistant', 0x3a30, text],
  ['E-mail', 'Contact_Email', named(sets.address, 0x8083), text],
  ['E-mail name', 'Contact_Email_Name', named(sets.address, 0x8080), text],
  ['E-mail 2', 'Contact_Email_2', named(sets.address, 0x8093), text],
  ['E-mail 2 name', 'Contact_Email_2_Name', named(sets.address, 0x8090), text],
  ['E-mail 3', 'Contact_Email_3', named(sets.address, 0x80a3), text],
  ['E-mail 3 name', 'Contact_Email_3_Name', named(sets.address, 0x80a0), text],
  ['Instant messages', 'Instant_Messaging', named(sets.address, 0x8062), text],
  ['Business telephone', 'Business_Telephone', 0x3a08, text],
  ['Business telephone 2', 'Business_Telephone_2', 0x3a1b, texts],
  ['Company telephone', 'Company_Telephone', 0x3a57, text],
  ['Home telephone', 'Home_Telephone', 0x3a09, text],
  ['Home telephone 2', 'Home_Telephone_2', 0x3a2f, texts],
  ['Mobile telephone', 'Mobile_Telephone', 0x3a1c, text],
  ['Primary telephone', 'Primary_Telephone', 0x3a1a, text],
  ['Other telephone', 'Other_Telephone', 0x3a1f, text],
  ['Car telephone', 'Car_Telephone', 0x3a1e, text],
  ['Radio telephone', 'Radio_Telephone', 0x3a1d, text],
  ['Text telephone', 'Text_Telephone', 0x3a4b, text],
  ['Callback telephone', 'Callback_Telephone', 0x3a02, text],
  ["Assistant's telephone", 'Assistant_Telephone', 0x3a2e, text],
  ['Pager', 'Pager', 0x3a21, text],
  ['ISDN', 'ISDN', 0x3a2d, text],
  ['Telex', 'Telex', 0x3a2c, texts],
  ['Business fax', 'Business_Fax', 0x3a24, text],
  ['Home fax', 'Home_Fax', 0x3a25, text],
  ['Other fax', 'Other_Fax', 0x3a23, text],
  ['Business address', 'Business_Address', named(sets.address, 0x801b), text],
  ['Home address', 'Home_Address', named(sets.address, 0x801a), text],
  ['Other address', 'Other_Address', named(sets.address, 0x801c), text],
  ['Address', 'Postal_Address', 0x3a15, text],
  ['Web page', 'Web_Page', 0x3a51, text],
  ['Personal web page', 'Personal_Web_Page', 0x3a50, text],
  ['FTP site', 'FTP_Site', 0x3a4c, text],
  ['Computer network', 'Computer_Network', 0x3a49, text],
  ['Birthday', 'Birthday', 0x3a42, time],
  ['Anniversary', 'Anniversary', 0x3a41, time],
  ['Spouse', 'Spouse', 0x3a48, text],
  ['Children', 'Children', 0x3a58, texts],
  ['Hobbies', 'Hobbies', 0x3a43, text],
  ['Language', 'Contact_Language', 0x3a0c, text],
  ['Referred by', 'Referred_By', 0x3a47, text],
  ['Account', 'Account', 0x3a00, text],
  ['Customer', 'Customer_Id', 0x3a4a, text],
  ['Government id', 'Government_Id', 0x3a07, text],
  ['User field 1', 'User_Field_1', named(sets.address, 0x804f), text],
  ['User field 2', 'User_Field_2', named(sets.address, 0x8050), text],
  ['User field 3', 'User_Field_3', named(sets.address, 0x8051), text],
  ['User field 4', 'User_Field_4', named(sets.address, 0x8052), text],
  // Of a distribution list.
  ['List', 'List_Name', named(sets.address, 0x8053), text],
  ['Member', 'List_Members', named(sets.address, 0x8054), members],
  ...common,
]

const task: readonly Field[] = [
  ['Status', 'Task_Status', named(sets.task, 0x8101), status],
  ['Done', 'Percent_Complete', named(sets.task, 0x8102), percent],
  ['Start', 'Start_Date', named(sets.task, 0x8104), time],
  ['Due', 'Due_Date', named(sets.task, 0x8105), time],
  ['Completed', 'Completed_Date', named(sets.task, 0x810f), time],
  ['Work', 'Actual_Work', named(sets.task, 0x8110), minutes],
  ['Estimated work', 'Estimated_Work', named(sets.task, 0x8111), minutes],
  ['Owner', 'Task_Owner', named(sets.task, 0x811f), text],
  ['Assigned by', 'Task_Assigner', named(sets.task, 0x8121), text],
  ['Last changed by', 'Task_Last_User', named(sets.task, 0x8122), text],
  ['Role', 'Task_Role', named(sets.task, 0x8127), text],
  ...common,
]

const journal: readonly Field[] = [
  ['Type', 'Journal_Type', named(sets.journal, 0x8700), text],
  ['Start', 'Start_Date', named(sets.journal, 0x8706), time],
  ['End', 'End_Date', named(sets.journal, 0x8708), time],
  ['Duration', 'Duration', named(sets.journal, 0x8707), minutes],
  ...common,
]

export type ItemKind = 'mail' | 'appointment' | 'contact' | 'task' | 'journal' | 'note'

export const fieldsOf: Readonly<Record<ItemKind, readonly Field[]>> = {
  appointment,
  contact,
  task,
  journal,
  mail: [],
  note: [],
}
