import { describe, expect, it } from 'vitest'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { defaultLimits } from '../limits.ts'
import { readMail } from '../mail/read-mail.ts'

/** Sets of names as their bytes stand in files. */
const set = (first: string): string => `${first}0600000000 00c000000000000046`.replace(' ', '')
const sets = { task: set('0320'), address: set('0420'), journal: set('0a20') } as const

/** An item with named properties, given as set, number, type and value. */
function item(
  messageClass: string,
  named: readonly (readonly [
    set: string,
    number: number,
    type: number,
    value: Draft['properties'][number],
  ])[],
  others: Draft['properties'] = {},
): Buffer {
  const properties = Object.fromEntries(
    named.map(([, , type, value], n) => [(0x8000 + n) * 0x10000 + type, value]),
  )
  return msg({
    properties: { [tags.messageClass]: messageClass, ...others, ...properties },
    names: named.map(([names, number]) => [names, number]),
  })
}
const read = (bytes: Buffer) => readMail(bytes, 'msg', defaultLimits)

const long = 0x0003
const double = 0x0005
const unicode = 0x001f
const time = 0x0040
const binary = 0x0102
const binaries = 0x1102

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const zero = '00000000'
/** A one-off id (MS-OXCDATA 2.2.5.1), of which the last bit of the flags says that it is Unicode. */
const oneOff = (name: string, address: string): Buffer =>
  Buffer.concat([
    bytes(`${zero} 812b1fa4bea310199d6e00dd010f5402 0000 0190`),
    Buffer.from(`${name}\0SMTP\0${address}\0`, 'utf16le'),
  ])
const ansiOneOff = (name: string, address: string): Buffer =>
  Buffer.concat([
    bytes(`${zero} 812b1fa4bea310199d6e00dd010f5402 0000 0110`),
    Buffer.from(`${name}\0SMTP\0${address}\0`, 'latin1'),
  ])
const wrapped = (type: string, id: Buffer): Buffer =>
  Buffer.concat([bytes(`${zero} c091add3519dcf11a4a900aa0047faa4 ${type}`), id])
/** Somebody of the organisation (MS-OXCDATA 2.2.5.2). */
const inside = (dn: string): Buffer =>
  Buffer.concat([bytes(`${zero} dca740c8c042101ab4b908002b2fe182 01000000 00000000`), Buffer.from(`${dn}\0`)])
const contactOfAFolder = Buffer.alloc(70, 9)

describe('what items of Outlook say outside of their body', () => {
  it('is, of a journal entry, what was done, when and for how long', async () => {
    const entry = await read(
      item('IPM.Activity', [
        [sets.journal, 0x8700, unicode, 'Phone call'],
        [sets.journal, 0x8706, time, new Date('2024-03-05T09:00:00Z')],
        [sets.journal, 0x8707, long, 45],
        [sets.journal, 0x8708, time, new Date('2024-03-05T09:45:00Z')],
      ]),
    )
    expect(entry.text.split('\n')).toEqual([
      'Type: Phone call',
      'Start: 2024-03-05T09:00:00.000Z',
      'End: 2024-03-05T09:45:00.000Z',
      'Duration: 45 minutes',
    ])
    expect(entry.metadata).toMatchObject({
      Journal_Type: ['Phone call'],
      Start_Date: ['2024-03-05T09:00:00.000Z'],
      End_Date: ['2024-03-05T09:45:00.000Z'],
    })
  })

  it('is, of a task, how far it is', async () => {
    const task = await read(
      item('IPM.Task', [
        [sets.task, 0x8101, long, 1],
        [sets.task, 0x8102, double, 0.25],
        [sets.task, 0x8121, unicode, 'Dale'],
      ]),
    )
    expect(task.text.split('\n')).toEqual(['Status: In progress', 'Done: 25 %', 'Assigned by: Dale'])
    expect((await read(item('IPM.Task', [[sets.task, 0x8101, long, 0]]))).metadata).toMatchObject({
      Task_Status: ['Not started'],
    })
  })

  it('is, of a contact, all particulars, also several of one kind', async () => {
    const contact = await read(
      item('IPM.Contact', [[sets.address, 0x804f, unicode, 'Account 7']], {
        [tags.displayName]: 'Ann Lee',
        [tags.otherTelephones]: ['1', '22', '333'],
      }),
    )
    expect(contact.text.split('\n')).toEqual([
      'Name: Ann Lee',
      ...['1', '22', '333'].map((number) => `Business telephone 2: ${number}`),
      'User field 1: Account 7',
    ])
    expect(contact.metadata.Business_Telephone_2).toEqual(['1', '22', '333'])
  })

  it('is, of a distribution list, its members, as far as it says who they are', async () => {
    const list = await read(
      item('IPM.DistList', [
        [sets.address, 0x8053, unicode, 'Board'],
        [
          sets.address,
          0x8055,
          binaries,
          [
            wrapped('b5', inside('/o=Northwind/cn=ann')),
            wrapped('c3', contactOfAFolder),
            wrapped('c3', contactOfAFolder),
            wrapped('00', oneOff('Eve', 'eve@x.example')),
          ],
        ],
        [
          sets.address,
          0x8054,
          binaries,
          [Buffer.alloc(0), oneOff('Bó', 'bo@x.example'), ansiOneOff('Cé', 'ce@x.example'), Buffer.alloc(0)],
        ],
      ]),
    )
    expect(list.text.split('\n')).toEqual([
      'List: Board',
      'Member: /o=Northwind/cn=ann',
      'Member: Bó <bo@x.example>',
      'Member: Cé <ce@x.example>',
      'Member: Eve <eve@x.example>',
    ])
  })

  it('is, of a long distribution list, what its stream has, and ends where that is cut', async () => {
    const sized = (part: Buffer): Buffer => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(part.length)
      return Buffer.concat([length, part])
    }
    const member = (id: Buffer, own: Buffer): Buffer =>
      Buffer.concat([sized(id), sized(own), sized(Buffer.alloc(0))])
    const header = Buffer.alloc(28)
    header.writeUInt16LE(1, 0)
    header.writeUInt32LE(0xffffffff, 12)
    const stream = Buffer.concat([
      header,
      member(wrapped('c3', contactOfAFolder), oneOff('Bo', 'bo@x.example')),
      member(wrapped('c3', contactOfAFolder), Buffer.alloc(0)),
    ])
    const list = (length: number) =>
      read(
        item('IPM.DistList', [
          [sets.address, 0x8064, binary, stream.subarray(0, length)],
          [sets.address, 0x8054, binaries, [oneOff('Old', 'old@x.example')]],
        ]),
      )
    expect((await list(stream.length)).metadata.List_Members).toEqual(['Bo <bo@x.example>', 'unnamed'])
    expect((await list(stream.length - 60)).metadata.List_Members?.[0]).toBe('Bo <bo@x.example>')
  })
})
