/** Writing to support, and feedback: kept, mailed, counted, and read by those who run the system. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as contact from '#contracts/contact.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { account, trail } from './people.ts'

const address = 'help@provider.example'

describe.each(costlyDialects)('writing to support on %s', (dialect) => {
  let server: TestServer
  let user: TestUser
  const start = async (env: Record<string, string>) => {
    server = await startServer({ dialect, work: false, env })
    user = await account(server)
  }
  beforeEach(() => start({ SUPPORT_EMAIL: address }))
  afterEach(() => server.close())

  const add = (name: string, bytes: Buffer, as = user) =>
    server.call(as, contact.addContactFile, { query: { name }, body: bytes })
  const write = (fileIds: readonly number[] = [], as = user) =>
    server.call(as, contact.contactSupport, {
      body: {
        subject: 'The list\r\nBcc: x@y.example',
        words: 'It stays empty.',
        facts: 'Version: 1',
        fileIds,
      },
    })
  const mails = (): string[] => {
    const folder = join(server.config.dataDir, 'mail')
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
    return names.map((name) => readFileSync(join(folder, name), 'utf8'))
  }
  const eventually = async (check: () => Promise<boolean>): Promise<void> => {
    await expect.poll(check, { timeout: 5_000, interval: 20 }).toBe(true)
  }

  it('[rest-post-user-contact-support] keeps what was written with its files, mails it, and shows it to those who run the system', async () => {
    const file = (await add('../shot.png', Buffer.from('a picture'))).data
    expect(file).toMatchObject({ name: '_shot.png', size: 9 })
    const { data } = await write([file.fileId])
    expect(data.mailedTo).toBe(address)
    const admin = await server.user({ role: 'SystemAdmin' })
    const listed = async () => (await server.call(admin, contact.listContactRequests)).data.data
    await eventually(async () => (await listed())[0]?.mailedAt != null)
    expect((await listed())[0]).toMatchObject({
      ...{ kind: 'support', userEmail: user.email, words: 'It stays empty.', facts: 'Version: 1' },
      files: [{ fileId: file.fileId, name: '_shot.png', size: 9 }],
    })
    const [mail = ''] = mails()
    expect(mail).toContain(`To: ${address}`)
    expect(mail).toContain(`Reply-To: ${user.email}`)
    expect(mail).toMatch(/Content-Disposition: attachment; filename=_shot\.png/)
    // What somebody types makes no header.
    expect(mail).not.toMatch(/^Bcc:/m)
    const bytes = await server.call(admin, contact.contactFileBytes, { params: { fileId: file.fileId } })
    expect(bytes.raw.body).toBe('a picture')
    expect(bytes.raw.headers['content-disposition']).toContain('attachment')
    const said = await trail(server, `company:${user.companyId}`)
    expect(said.at(-1)).toMatchObject({ action: 'support.written', facts: { files: 1 } })
    expect(JSON.stringify(said)).not.toContain('stays empty')
    expect((await trail(server, 'system')).at(-1)?.action).toBe('support.fileTaken')
  })

  it('takes no files of others, none twice, none that are too large or empty, and not too many', async () => {
    const stranger = await account(server)
    const { fileId } = (await add('mine.txt', Buffer.from('mine'))).data
    expect((await write([fileId], stranger)).status).toBe(404)
    expect((await write([fileId])).status).toBe(200)
    expect((await write([fileId])).status).toBe(404)
    expect((await add('large.bin', Buffer.alloc(contact.contactLimits.fileBytes + 1))).status).toBe(413)
    expect((await add('none.txt', Buffer.alloc(0))).status).toBe(400)
    expect((await write([1, 2, 3, 4, 5, 6])).status).toBe(400)
    const admin = await server.user({ role: 'SystemAdmin' })
    const { fileId: unsent } = (await add('unsent.txt', Buffer.from('draft'))).data
    for (const id of [unsent, 999_999]) {
      const { status } = await server.call(admin, contact.contactFileBytes, { params: { fileId: id } })
      expect(status).toBe(404)
    }
  })

  it('[rest-post-v1-userfeedback] takes feedback, holds back whoever writes all the time, and mails nothing where nowhere is set', async () => {
    await server.close()
    await start({})
    server.setNow(new Date())
    expect((await server.call(user, contact.getContact)).data).toEqual({ mailedTo: null })
    const say = () => server.call(user, contact.sendFeedback, { body: { rating: 4, words: 'Good keys.' } })
    const statuses: number[] = []
    for (let times = 0; times < 11; times++) statuses.push((await say()).status)
    expect(statuses).toEqual([...new Array<number>(10).fill(200), 429])
    expect(mails()).toEqual([])
    const admin = await server.user({ role: 'ProviderAdmin' })
    const { data } = (await server.call(admin, contact.listContactRequests)).data
    expect(data).toHaveLength(10)
    expect(data[0]).toMatchObject({ kind: 'feedback', rating: 4, words: 'Good keys.', mailedAt: null })
    expect((await server.call(user, contact.listContactRequests)).status).toBe(403)
  })
})
