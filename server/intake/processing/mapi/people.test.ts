import { describe, expect, it } from 'vitest'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { showAddress } from '../../../review/documents/mail-address.ts'
import { defaultLimits } from '../limits.ts'
import { readMail } from '../mail/read-mail.ts'

const exchange = 0x3003001f
interface Row {
  readonly type?: number
  readonly name: string
  readonly smtp?: string
  readonly inside?: string
}
const row = ({ type = 1, name, smtp, inside }: Row): Draft['properties'] => ({
  [tags.recipientType]: type,
  [tags.displayName]: name,
  ...(smtp === undefined ? {} : { [tags.smtpAddress]: smtp }),
  ...(inside === undefined ? {} : { [exchange]: inside }),
})

async function people(headers: string, rows: readonly Row[], others: Draft['properties'] = {}) {
  const properties = {
    [tags.messageClass]: 'IPM.Note',
    ...(headers === '' ? {} : { [tags.headers]: `${headers}\r\nSubject: s\r\n\r\n` }),
    ...others,
  }
  const bytes = msg({ properties, recipients: rows.map(row) })
  const { from, to, cc, bcc, metadata, faults } = await readMail(bytes, 'msg', defaultLimits)
  return {
    from: from.map(showAddress),
    to: to.map(showAddress),
    cc: cc.map(showAddress),
    bcc: bcc.map(showAddress),
    metadata,
    faults,
  }
}
const bo = { name: 'Bo', smtp: 'bo@x.example' }

describe('whom a message of Outlook is to', () => {
  it('says its table where the headers name nobody', async () => {
    expect((await people('To: undisclosed-recipients:;', [bo])).to).toEqual(['Bo <bo@x.example>'])
    expect((await people('To: undisclosed-recipients:;', [])).to).toEqual(['undisclosed-recipients'])
    const draft = await people('To: undisclosed-recipients:;', [], {
      [tags.shownTo]: 'Ann Lee; bo@x.example',
    })
    expect(draft.to).toEqual(['Ann Lee', 'bo@x.example'])
  })

  it('say the headers, and the table for those whom they leave out', async () => {
    const found = await people('To: Ann <ANN@x.example>\r\nCc: cy@x.example', [
      { name: 'Ann Lee', smtp: 'ann@x.example' },
      bo,
      { name: 'Cy', smtp: 'cy@x.example' },
      { type: 2, name: 'Di', smtp: 'di@x.example' },
      { type: 3, name: 'Eve', smtp: 'eve@x.example' },
    ])
    expect(found).toMatchObject({
      to: ['Ann <ANN@x.example>', 'Bo <bo@x.example>'],
      cc: ['cy@x.example', 'Di <di@x.example>'],
      bcc: ['Eve <eve@x.example>'],
    })
  })

  it('names nobody twice whose address inside an organisation is another', async () => {
    const inside = '/o=Northwind/ou=x/cn=ann'
    const to = 'To: "Lee, Ann" <ann@x.example>'
    expect((await people(to, [{ name: 'Ann Lee', inside }])).to).toEqual(['Lee, Ann <ann@x.example>'])
    expect((await people('To: ann@x.example', [{ name: 'Ann Lee', inside }])).to).toEqual(['ann@x.example'])
    expect(
      (
        await people('To: ann@x.example', [
          { name: 'Ann Lee', inside },
          { name: 'Fo', inside: '/o=N/cn=fo' },
        ])
      ).to,
    ).toEqual(['ann@x.example', `Ann Lee <${inside}>`, 'Fo </o=N/cn=fo>'])
    // Two people may have one name.
    expect((await people('To: Ann <ann@x.example>', [{ name: 'Ann', smtp: 'ann2@x.example' }])).to).toEqual([
      'Ann <ann@x.example>',
      'Ann <ann2@x.example>',
    ])
  })

  it('are all whom a line of names has, and where it is without end, that is said', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`).join(';')
    const many = await people('', [], { [tags.shownTo]: names(10_001) })
    expect([many.to.length, many.to.at(-1), many.faults]).toEqual([10_001, 'n10000', []])
    const tooMany = await people('', [], { [tags.shownTo]: names(100_001) })
    expect([tooMany.to.length, tooMany.faults]).toEqual([
      100_000,
      ['It names more than 100000 recipients; they are not all read.'],
    ])
  })
})

describe('whom a message of Outlook is from', () => {
  const sender = { [tags.senderName]: 'Dale', [tags.senderAddress]: 'dale@x.example' }

  it('say its properties where the header names nobody', async () => {
    expect((await people('From: Somebody', [], sender)).from).toEqual(['Dale <dale@x.example>'])
    expect((await people('From: d@y.example', [], sender)).from).toEqual(['d@y.example'])
  })

  it('is the one it was sent for; who sent it is kept', async () => {
    const found = await people('', [], {
      ...sender,
      [tags.representingName]: 'Ann',
      [tags.representingAddress]: 'ann@x.example',
    })
    expect([found.from, found.metadata.Sender]).toEqual([['Ann <ann@x.example>'], ['Dale <dale@x.example>']])
    const own = { [tags.representingName]: 'Dale', [tags.representingAddress]: 'dale@x.example' }
    expect((await people('', [], { ...sender, ...own })).metadata.Sender).toBeUndefined()
  })
})
