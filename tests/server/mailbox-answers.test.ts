/**
 * A real mailbox against what another program made of it, which lies beside it as a load file with hashes and as texts;
 * skipped, and saying so, where the real documents are not here.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extract } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { readFamily, readLooseFile } from '#server/intake/processing/family.ts'
import { defaultLimits } from '#server/intake/processing/limits.ts'
import type { Mail } from '#server/intake/processing/member.ts'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { startServer, type TestServer } from './harness.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')
const mailbox = join(corpus, 'mail/enron-edrm-bailey-s/native_and_text.tar')

/** The load file's rows; no value of it is quoted, and none has the separator in it. */
function answers(): readonly ReadonlyMap<string, string>[] {
  const [head = '', ...lines] = readFileSync(
    join(corpus, 'loadfiles/freeeed-bailey-s/load-no-text.csv'),
    'utf8',
  )
    .trimEnd()
    .split(/\r?\n/)
  const names = head.split('|')
  return lines.map((line) => {
    const values = line.split('|')
    return new Map(names.map((name, n) => [name, values[n] ?? '']))
  })
}

/** Words as a search finds them: letters and digits, folded. */
const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** How many of what is expected were found; each occurrence counts once. */
function found(expected: readonly string[], got: readonly string[]): number {
  const left = Map.groupBy(got, (word) => word)
  return expected.filter((word) => left.get(word)?.pop() !== undefined).length
}

const options = { maxTextSize: 1_000_000, limits: defaultLimits, ...unlocked }
const bareId = (id: string): string => id.replace(/[<>]/g, '').trim()

/** The message as it was sent: the export wrote what was attached beside it, and took it out. */
function wholeAgain(
  message: Buffer,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Buffer {
  const end = /\r?\n\r?\n/.exec(message.toString('latin1'))
  const [head, start] = [
    message.toString('latin1', 0, end?.index),
    (end?.index ?? 0) + (end?.[0].length ?? 0),
  ]
  const fields = head.split(/\r?\n(?![ \t])/)
  const isOfBody = (field: string): boolean => /^(content-|mime-version)/i.test(field)
  const parts = files.map(({ name, bytes }) =>
    [
      '--whole',
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64').replace(/.{76}/g, '$&\n'),
    ].join('\n'),
  )
  return Buffer.concat([
    Buffer.from(
      [
        ...fields.filter((field) => !isOfBody(field)),
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="whole"',
        '',
        '--whole',
        ...fields.filter(isOfBody),
        '',
        '',
      ].join('\n'),
      'latin1',
    ),
    message.subarray(start),
    Buffer.from(`\n${parts.join('\n')}\n--whole--\n`),
  ])
}

describe.skipIf(!present)('a mailbox that another program has processed too', () => {
  const rows = present ? answers() : []
  const of = (row: ReadonlyMap<string, string>, name: string): string => row.get(name) ?? ''
  let server: TestServer
  let folder: string
  /** What stands in the record for each file of the mailbox, and whether it is a copy of an earlier one. */
  let kept: ReadonlyMap<string, Kept>
  interface Kept {
    readonly copy: boolean
    readonly md5: string
    readonly message_id: string
    readonly title: string
    readonly text: string
    readonly no_text_reason: string | null
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-mailbox-'))
    await extract({ file: mailbox, cwd: folder })
    server = await startServer()
    const { services } = server
    await server.user({ role: 'SystemAdmin' })
    const projectId = await server.project(await server.company())
    const { jobId } = await importPath(services, { path: mailbox, projectId, custodian: 'Susan Bailey' })
    await settledJob(services, jobId)
    const documents = await services.records.read
      .selectFrom('document as d')
      .innerJoin('document_text as t', 't.document_id', 'd.document_id')
      .select(['d.document_id', 'd.source_path', 'd.md5', 'd.message_id', 'd.title', 'd.no_text_reason'])
      .select('t.text')
      .execute()
    const byId = new Map(documents.map((document) => [document.document_id, document]))
    const copies = await services.records.read.selectFrom('document_copy').selectAll().execute()
    const nameOf = (path: string): string => (JSON.parse(path) as string[]).slice(1).join(' | ')
    kept = new Map<string, Kept>([
      ...documents.map((document) => [nameOf(document.source_path), { ...document, copy: false }] as const),
      ...copies.flatMap(({ document_id, source_path }) => {
        const survivor = byId.get(document_id)
        return survivor === undefined ? [] : [[nameOf(source_path), { ...survivor, copy: true }] as const]
      }),
    ])
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has each of its 1,383 files, with the hash that the other program found, and with its message id and subject', () => {
    expect(rows).toHaveLength(1383)
    const messages = rows.filter((row) => of(row, 'native_link').endsWith('.eml'))
    expect(messages).toHaveLength(1275)
    const missing = rows.filter((row) => !kept.has(of(row, 'native_link')))
    expect(missing.map((row) => of(row, 'native_link'))).toEqual([])
    const own = rows.flatMap((row) => {
      const document = kept.get(of(row, 'native_link'))
      return document === undefined || document.copy ? [] : [{ row, document }]
    })
    process.stdout.write(`${own.length} files of their own, ${rows.length - own.length} copies of these.\n`)
    for (const { row, document } of own)
      expect([document.title, document.md5]).toEqual([document.title, of(row, 'Hash')])
    // In its load file what would have to be quoted is a blank.
    const bare = (text: string): string => text.replace(/[\s"]+/g, ' ').trim()
    for (const { row, document } of own.filter(({ row }) => of(row, 'native_link').endsWith('.eml'))) {
      expect(bare(document.title)).toBe(bare(of(row, 'Subject')))
      expect(document.message_id.replace(/[<>]/g, '')).toBe(of(row, 'message_id').replace(/[<>]/g, ''))
    }
    for (const row of rows.filter((each) => !of(each, 'native_link').endsWith('.eml')))
      expect(kept.get(of(row, 'native_link'))?.md5).toBe(of(row, 'Hash'))
  })

  it('has both ends of each of the 107 links between a message and what was attached to it', () => {
    // The export has taken the attachments out of their messages: only the load file still says whose they are.
    const byNumber = new Map(rows.map((row) => [of(row, 'UPI'), row]))
    const links = rows.filter((row) => of(row, 'attachment_parent') !== '')
    expect(links).toHaveLength(107)
    expect(new Set(links.map((row) => of(row, 'attachment_parent'))).size).toBe(61)
    for (const row of links) {
      const parent = byNumber.get(of(row, 'attachment_parent'))
      expect(kept.has(of(row, 'native_link'))).toBe(true)
      expect(kept.has(parent === undefined ? '' : of(parent, 'native_link'))).toBe(true)
    }
  })

  it('reads the same people, dates and links as the other program, but for what that one wrote wrongly', async () => {
    const score = new Map<string, { same: number; differs: string[] }>()
    const compare = (field: string, row: ReadonlyMap<string, string>, ours: string, theirs: string): void => {
      const kept = score.get(field) ?? { same: 0, differs: [] }
      score.set(field, kept)
      if (ours === theirs) kept.same++
      else kept.differs.push(`${of(row, 'UPI')}: ${ours} and ${theirs}`)
    }
    /** In any order: it writes names and addresses without what tells them from each other. */
    const bag = (text: string): string => words(text).toSorted().join(' ')
    const people = (addresses: Mail['from']): string =>
      bag(addresses.map(({ name, address }) => `${name} ${address}`).join(' '))
    for (const row of rows) {
      const bytes = readFileSync(join(folder, of(row, 'native_link')))
      if (!of(row, 'native_link').endsWith('.eml')) {
        const { members } = await readLooseFile(bytes, { path: [of(row, 'File Name')] }, options)
        const { Author = [], Created_Date = [] } = members[0]?.metadata ?? {}
        if (of(row, 'From') !== '') compare('Author', row, bag(Author.join(' ')), bag(of(row, 'From')))
        if (of(row, 'Creation Date') !== '')
          compare('Created', row, (Created_Date[0] ?? '').slice(0, 16), of(row, 'Creation Date').slice(0, 16))
        continue
      }
      const { members } = await readFamily(bytes, { path: [of(row, 'File Name')] }, options)
      const sent = members[0]?.sentAt ?? ''
      compare('From', row, people(members[0]?.mail?.from ?? []), bag(of(row, 'From')))
      compare('To', row, people(members[0]?.mail?.to ?? []), bag(of(row, 'To')))
      compare('CC', row, people(members[0]?.mail?.cc ?? []), bag(of(row, 'CC')))
      compare('Sent', row, sent.slice(0, 19), of(row, 'Creation Date').slice(0, 19))
      const [day, time] = [of(row, 'Date Received'), of(row, 'Time Received')]
      compare('Received', row, sent.slice(0, 16).replace(/\D/g, ''), `${day}${time.replace(':', '')}`)
      const linked = [members[0]?.inReplyTo ?? '', ...(members[0]?.references ?? [])]
      if (of(row, 'references') !== '')
        compare('Linked', row, String(linked.includes(bareId(of(row, 'references')))), 'true')
    }
    process.stdout.write(
      `${[...score].map(([field, { same, differs }]) => `${field}: ${same} of ${same + differs.length}`).join(', ')}\n`,
    )
    const differing = (field: string): readonly string[] => score.get(field)?.differs ?? []
    for (const field of ['From', 'To', 'CC', 'Author', 'Created', 'Linked'])
      expect([field, differing(field)]).toEqual([field, []])
    // Its moment is the same on a clock of twelve hours, without the half of the day; its other field has that right.
    const dates = differing('Sent').map((line) => line.slice(7).split(' and '))
    expect(dates).toHaveLength(49)
    for (const [ours = '', theirs = ''] of dates)
      expect(Date.parse(`${ours}Z`) - Date.parse(`${theirs}Z`)).toBe(12 * 3_600_000)
    // These messages are dated in the year 2: for that it writes 2002 in one field, and the year 2 in the other.
    expect(differing('Received')).toHaveLength(793)
    for (const line of differing('Received')) expect(line).toMatch(/: 00021130(\d{4}) and 20021130\1$/)
  }, 120_000)

  it('has each of the 61 families, in their order and with their hashes, where their messages are whole again', async () => {
    const byParent = Map.groupBy(
      rows.filter((row) => of(row, 'attachment_parent') !== ''),
      (row) => of(row, 'attachment_parent'),
    )
    const score = { families: 0, attachments: 0 }
    for (const [number, attached] of byParent) {
      const parent = rows.find((row) => of(row, 'UPI') === number)
      const alone = readFileSync(join(folder, parent === undefined ? '' : of(parent, 'native_link')))
      const files = attached.map((row) => ({
        name: of(row, 'File Name'),
        bytes: readFileSync(join(folder, of(row, 'native_link'))),
      }))
      const { members } = await readFamily(wholeAgain(alone, files), { path: [number] }, options)
      const below = members.filter(({ parent: above }) => above === 0)
      expect(below.map(({ fileName, md5 }) => [fileName, md5])).toEqual(
        attached.map((row) => [of(row, 'File Name'), of(row, 'Hash')]),
      )
      const [own] = (await readFamily(alone, { path: [number] }, options)).members
      expect([members[0]?.title, members[0]?.text, members[0]?.attachmentCount]).toEqual([
        own?.title,
        own?.text,
        attached.length,
      ])
      score.families++
      score.attachments += below.length
    }
    process.stdout.write(`${score.families} of 61 families with ${score.attachments} of 107 attachments\n`)
    expect(score).toEqual({ families: 61, attachments: 107 })
    expect(Math.max(...[...byParent.values()].map((attached) => attached.length))).toBe(17)
  }, 120_000)

  it('has 99.9 % of the words that the other program found, and says why where it has none', () => {
    const sum = { words: 0, found: 0 }
    const weak: string[] = []
    for (const row of rows) {
      const path = join(folder, of(row, 'text_link'))
      const want = words(readFileSync(path, 'utf8'))
      const document = kept.get(of(row, 'native_link'))
      const hits = found(want, words(document?.text ?? ''))
      sum.words += want.length
      sum.found += hits
      if (hits < 0.97 * want.length)
        weak.push(`${of(row, 'native_link')}: ${hits} of ${want.length} words; ${document?.no_text_reason}`)
    }
    const all = sum.found / sum.words
    process.stdout.write(
      `${sum.found} of ${sum.words} words (${(100 * all).toFixed(2)} %)\n${weak.join('\n')}\n`,
    )
    expect(weak).toEqual([
      // The other program gives a name to a picture inside, which is two words.
      expect.stringMatching(/^native\/00212_40-You Are Invited\.doc: 48 of 50 words/),
      // It says "No text extracted" of a calendar that has a year of days off.
      'native/01768_57-SWAP_Calendar.pub: 0 of 3 words; null',
    ])
    expect(kept.get('native/01768_57-SWAP_Calendar.pub')?.text).toContain('Thanksgiving')
    expect(all).toBeGreaterThan(0.999)
  })
})
