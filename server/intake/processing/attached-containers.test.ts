import { tmpdir } from 'node:os'
import { beforeEach, expect, it, vi } from 'vitest'
import { tags } from '#tests/fixtures/msg.ts'
import { content, gz } from '#tests/fixtures/packed.ts'
import { type DraftItem, pst } from '#tests/fixtures/pst.ts'
import { type Contained, containedIn } from './attached-containers.ts'
import { newSpool } from './content.ts'
import { defaultLimits } from './limits.ts'
import { writeEml } from './mail/write-eml.ts'
import { messageOf } from './mapi/message.ts'

vi.mock('./mapi/message.ts', { spy: true })
vi.mock('./mail/write-eml.ts', { spy: true })
beforeEach(() => vi.clearAllMocks())

it('each item of an attached mailbox is read once and written once', async () => {
  const item = (subject: string): DraftItem => ({
    properties: { [tags.messageClass]: 'IPM.Note', [tags.subject]: subject },
  })
  const mailbox = pst([{ name: 'Inbox', items: [item('One'), item('Two')] }])
  const spool = newSpool(tmpdir(), defaultLimits.expandedBytes, 'member')
  const unpacking = { limits: defaultLimits, passwords: [], timeZone: 'UTC', spool, onBusy: () => {} }
  const found: Contained[] = []
  const flaws: unknown[] = []
  for await (const one of containedIn(mailbox, 'box.pst', unpacking, 1e6, (flaw) => flaws.push(flaw)))
    found.push(one)
  expect(
    found.map(({ message, bytes }) => [message?.subject, bytes.toString().includes('Subject: ')]),
  ).toEqual([
    ['One', true],
    ['Two', true],
  ])
  expect(flaws).toEqual([])
  expect(messageOf).toHaveBeenCalledTimes(2)
  expect(writeEml).toHaveBeenCalledTimes(2)
})

it('what is packed is taken out whole, whatever stands behind it, and that is told', async () => {
  const spool = newSpool(tmpdir(), defaultLimits.expandedBytes, 'member')
  const unpacking = { limits: defaultLimits, passwords: [], timeZone: 'UTC', spool, onBusy: () => {} }
  const found: Contained[] = []
  const flaws: unknown[] = []
  const attached = Buffer.concat([gz, Buffer.from('and more')])
  for await (const one of containedIn(attached, 'x.txt.gz', unpacking, 1e6, (flaw) => flaws.push(flaw)))
    found.push(one)
  expect(found).toEqual([{ name: 'x.txt', bytes: Buffer.from(content) }])
  expect(flaws).toMatchObject([
    { code: 'containerPartial', reason: expect.stringContaining('what stands behind') },
  ])
})
