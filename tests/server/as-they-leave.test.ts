/**
 * Whoever may not see under redactions, at a message whose ten words are covered on its page and stand in its metadata, too: it
 * is there for them, can be decided about, shows its burned page, and no call says one of these words.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bulkCode } from '#contracts/bulk.ts'
import type { AnyCall } from '#contracts/call.ts'
import { documentCount, getDocument, getMetadata, searchDocuments } from '#contracts/documents.ts'
import { createForm } from '#contracts/form-drafts.ts'
import { allCalls } from '#contracts/index.ts'
import { createKeywordList, keywordField } from '#contracts/keywords.ts'
import { getPages, getPageTexts, pageBytes } from '#contracts/pages.ts'
import * as contract from '#contracts/redactions.ts'
import { seeAs } from '#contracts/see-as.ts'
import { putWalls } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { isWhole } from '#server/review/pages/images.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { everyType, fieldNamed } from './matter.ts'

withoutAnalysis()

const word = (nth: string): string => `Zq${nth}7781`
const canaries = /zq[a-j]7781/i
const message = [
  `From: "${word('a')}" <${word('b')}@larkspur.example>`,
  `To: "${word('c')}" <ben@larkspur.example>`,
  `Cc: ${word('d')}@larkspur.example`,
  `Subject: About ${word('e')}`,
  'Date: Mon, 5 Jan 2026 10:00:00 +0000',
  `Message-ID: <${word('f')}@larkspur.example>`,
  `References: <${word('g')}@larkspur.example>`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: text/plain',
  '',
  `The open Harmon words stay and ${word('h')} goes.`,
  '--outer',
  `Content-Type: text/plain; name="${word('i')}.txt"`,
  `Content-Disposition: attachment; filename="${word('i')}.txt"`,
  '',
  `Attached ${word('j')}.`,
  '--outer--',
  '',
].join('\r\n')

describe.each(costlyDialects)('redacted documents as they leave on %s', (dialect) => {
  let intake: Intake
  let lead: TestUser
  /** Was granted the sight of documents, and may do nothing else. */
  let guest: TestUser
  /** Runs the client, without a role in the project. */
  let admin: TestUser
  let mail = 0
  let attached = 0
  let open = 0
  let formFieldId = 0
  let formId = 0
  const call = <C extends AnyCall>(as: TestUser, asked: C, given: object) =>
    intake.server.call(as, asked, { project: intake.project, ...given } as never)

  let sent = 0
  const cover = async (documentId: number, page: Record<string, unknown>) => {
    sent += 1
    const add = [{ key: `canary-cover-${sent}`, page: 1, label: 'Privileged', reason: '', ...page }]
    const { status } = await call(lead, contract.saveMarkup, {
      key: `command-leave-${sent}`,
      body: {
        ...{ documentId, gesture: `gesture-leave-${sent}` },
        markup: { add, change: [], remove: [], restore: [] },
      },
    })
    expect(status).toBe(200)
    await intake.server.services.search.settled(intake.project)
  }

  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    const { companyId } = user
    await server.user({ role: 'SystemAdmin' })
    lead = user
    guest = await server.user({ role: 'Default', companyId, name: 'Gus Reed' })
    await server.member(project, guest.userId, 'Default', [
      ...(['document.view', 'document.search', 'project.view', 'codingForm.read'] as const),
    ])
    admin = await server.user({ role: 'ClientAdmin', companyId, name: 'Cleo Abbott' })
    for (const [name, bytes] of [
      ['mail.eml', Buffer.from(message)],
      ['open.pdf', pdf({ pages: [{ content: show('Harmon is open') }] })],
    ] as const) {
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian: 'Reyes' })
      await settledJob(server.services, jobId)
    }
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['document_id', 'parent_id', 'extension'])
      .where('project_id', '=', project)
      .orderBy('document_id')
      .execute()
    mail =
      rows.find(({ parent_id, extension }) => parent_id === null && extension !== 'pdf')?.document_id ?? 0
    attached = rows.find(({ parent_id }) => parent_id === mail)?.document_id ?? 0
    open = rows.find(({ extension }) => extension === 'pdf')?.document_id ?? 0
    await call(lead, createKeywordList, { body: { name: 'Terms', terms: ['harmon'] } })
    const { data: form } = await call(lead, createForm, { body: everyType })
    const field = fieldNamed(form as never, 'Pages')
    formFieldId = field.coding_form_field_id
    formId = (form as { coding_form_id: number }).coding_form_id
    // All words that say a canary, as somebody would cover them; and the attachment as a whole.
    await call(lead, getPages, { query: { documentId: mail } })
    const { data: texts } = await call(lead, getPageTexts, { query: { documentId: mail } })
    const [page] = (texts as { data: { text: string; boxes: number[] }[] }).data
    const boxes = (page?.text.split(/\s+/) ?? []).flatMap((one, nth) =>
      canaries.test(one) ? (page?.boxes.slice(4 * nth, 4 * nth + 4) ?? []) : [],
    )
    expect(boxes.length).toBeGreaterThan(4 * 5)
    await cover(mail, { kind: 'words', boxes })
    await cover(attached, { kind: 'page', boxes: [] })
  }, 60_000)
  afterAll(() => intake.close())

  const found = async (as: TestUser, queryString: string, more: object = {}): Promise<number[]> => {
    const { data } = await call(as, searchDocuments, {
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null, ...more },
        ...{ sort: 'parentDateAsc', viewer: 'parentsAndChildren', filter: 'all', page: 1, pageSize: 50 },
      },
    })
    return (data as { data: { documentId: number }[] }).data.map(({ documentId }) => documentId)
  }
  const counted = async (as: TestUser, queryString: string): Promise<number> => {
    const query = { queryString, includeFamily: false, objectId: null, type: null }
    return ((await call(as, documentCount, { body: { query } })).data as { count: number }).count
  }
  const shownTo = async (as: TestUser, documentId: number): Promise<contract.AsItLeaves> => {
    const ask = async () => (await call(as, contract.getAsItLeaves, { query: { documentId } })).data
    await expect
      .poll(async () => ((await ask()) as contract.AsItLeaves).state, { timeout: 30_000 })
      .not.toBe('rendering')
    return (await ask()) as contract.AsItLeaves
  }

  it('are there, with their number and place, and say nothing of their own', async () => {
    for (const as of [guest, admin]) {
      expect((await found(as, '')).toSorted()).toEqual([mail, attached, open].toSorted())
      const { data } = await call(as, getDocument, { query: { documentId: mail } })
      expect(data).toMatchObject({
        ...{ asItLeaves: true, title: 'Redacted', fileName: 'Redacted', mail: null, html: null, text: null },
        ...{
          texts: [],
          custodian: 'Reyes',
          parentDate: null,
          controlNumber: expect.stringMatching(/\d{8}$/),
        },
        family: [
          { documentId: mail, title: 'Redacted' },
          { documentId: attached, title: 'Redacted', parentId: mail },
        ],
      })
      const metadata = await call(as, getMetadata, { query: { documentId: mail } })
      expect(metadata.status).toBe(200)
      expect(metadata.raw.body).not.toMatch(/zq[a-j]7781|harmon/i)
      expect((await call(as, getDocument, { query: { documentId: open } })).data).not.toHaveProperty(
        'asItLeaves',
      )
    }
    // Whoever sees under redactions sees what they saw.
    const { data } = await call(lead, getDocument, { query: { documentId: mail } })
    expect(data).toMatchObject({ title: `About ${word('e')}` })
    expect(data).not.toHaveProperty('asItLeaves')
  })

  it('are found by what was decided and by no word, name, date or order of their own', async () => {
    for (const query of ['', 'Redaction:1', 'Custodian:Reyes', `Document_Id:${mail}`, 'NOT Pages:=99'])
      expect([query, await found(guest, query)]).toEqual([query, expect.arrayContaining([mail])])
    for (const query of [
      ...[word('h'), 'harmon', 'NOT harmon', `NOT ${word('h')}`, `Subject:${word('e')}`, `From:${word('a')}`],
      ...[`Redaction:1 AND ${word('h')}`, `Custodian:Reyes AND NOT ${word('h')}`, `File_Name:${word('i')}`],
      ...['Sent_Date:>=01/01/2020', 'Attachment_Count:>=0 OR harmon', `${keywordField}:harmon`],
    ]) {
      expect([query, await found(guest, query)]).toEqual([query, expect.not.arrayContaining([mail])])
      expect([query, await counted(guest, query)]).toEqual([query, (await found(guest, query)).length])
    }
    expect(await found(lead, word('h'))).toEqual([mail])
    expect(await found(guest, `Document_Id:${open}`, { also: ['threads'] })).toEqual([open])
    // Their date orders them for whoever sees it; for others they stand behind.
    expect((await found(guest, '')).slice(-2)).toEqual([mail, attached])
  })

  it('show their burned pages and what can still be read, once these have passed the gate', async () => {
    const shown = await shownTo(guest, mail)
    expect(shown).toMatchObject({ state: 'ready', reason: null, revision: 1 })
    expect(shown.pages).toHaveLength(1)
    expect(shown.pages[0]?.text).toContain('Harmon')
    expect(shown.pages[0]?.text).not.toMatch(canaries)
    const image = (page: number, as = guest) =>
      call(as, contract.burnedPage, {
        params: { documentId: mail, page },
        query: { projectId: intake.project, revision: shown.revision },
      })
    expect(isWhole((await image(1)).raw.rawPayload)).toBe(true)
    expect((await image(2)).status).toBe(404)
    // It has the size that it is announced with.
    const { width } = shown.pages[0] ?? { width: 0 }
    expect(width).toBeGreaterThan(500)
    // Its redactions, its own pages and its text are for others.
    for (const asked of [getPages, getPageTexts])
      expect((await call(guest, asked, { query: { documentId: mail } })).status).toBe(404)
  })

  it('are coded by who may, and the list says so', async () => {
    const { status, data } = await call(admin, bulkCode, {
      key: 'command-leave-code',
      body: {
        ...{ documents: { ids: [mail, open] }, families: false, correlationId: 'gesture-leave-code' },
        coding_form_id: formId,
        changes: [{ name: 'Pages', how: 'set', value: 7, coding_form_field_id: formFieldId }],
      },
    })
    expect(status).toBe(200)
    await settledJob(intake.server.services, (data as { jobId: number }).jobId)
    await intake.server.services.search.settled(intake.project)
    expect((await found(guest, 'Pages:=7')).toSorted()).toEqual([mail, open].toSorted())
    const { data: coded } = await call(guest, getDocument, { query: { documentId: mail } })
    expect((coded as { coding: unknown[] }).coding).toMatchObject([{ value: 7 }])
    // What no form shows was filled from a file: it may say what the document says.
    await intake.server.services.records.write('interactive', (trx) =>
      trx.deleteFrom('coding_form_field').where('coding_form_field_id', '=', formFieldId).execute(),
    )
    expect(await found(guest, 'Pages:=7')).toEqual([open])
    const { data: filled } = await call(guest, getDocument, { query: { documentId: mail } })
    expect((filled as { coding: unknown[] }).coding).toEqual([])
  })

  it('are seen in the same way by who looks as one of them', async () => {
    const { data } = await call(lead, seeAs, { body: { userId: guest.userId, query: '', page: 1 } })
    expect(data).toMatchObject({ documents: 3, seen: 3, list: { totalCount: 3 } })
  })

  interface Shape {
    readonly type?: string
    readonly properties?: Readonly<Record<string, Shape>>
    readonly required?: readonly string[]
    readonly items?: Shape
    readonly anyOf?: readonly Shape[]
    readonly enum?: readonly unknown[]
    readonly const?: unknown
    readonly pattern?: string
  }
  const shapeOf = (part: z.ZodMiniType): Shape =>
    JSON.parse(JSON.stringify(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))

  /** Something of a shape, about the document wherever it can be. */
  function filled(shape: Shape, name: string, documentId: number, whole: boolean): unknown {
    if (shape.const !== undefined) return shape.const
    if (shape.enum !== undefined) return shape.enum[0]
    if (shape.anyOf !== undefined) {
      const some = shape.anyOf.find((one) => 'ids' in (one.properties ?? {}))
      const other = some ?? (whole ? shape.anyOf.find(({ type }) => type !== 'null') : shape.anyOf.at(-1))
      return filled(other ?? {}, name, documentId, whole)
    }
    if (shape.properties !== undefined)
      return Object.fromEntries(
        Object.entries(shape.properties)
          .filter(([key]) => whole || shape.required?.includes(key))
          .map(([key, member]) => [key, filled(member, key, documentId, whole)]),
      )
    if (shape.type === 'array') return [filled(shape.items ?? {}, name.replace(/s$/, ''), documentId, whole)]
    if (shape.type === 'boolean') return false
    if (/^(documentId|document|id)$/.test(name))
      return shape.type === 'string' ? String(documentId) : documentId
    if (name === 'projectId') return String(intake.project)
    if (shape.type === 'integer' || shape.type === 'number') return 1
    if (shape.pattern?.includes('\\d')) return '1'
    if (/query/i.test(name)) return ''
    return shape.type === 'string' ? '1' : null
  }

  it('no call says a word that is covered, whatever it is asked of them', async () => {
    const said: string[] = []
    const answered = new Set<string>()
    for (const asked of allCalls) {
      if (asked.scope !== 'project' || asked.rawBody === true || asked.formBody === true) continue
      if (asked.method !== 'GET' && asked.onlyAsks !== true) continue
      // All that it takes, and only what it needs: some of it may not go together.
      const given = [true, false].map((whole) => {
        const part = (one: z.ZodMiniType) => filled(shapeOf(one), '', mail, whole)
        const body = asked.method === 'GET' ? {} : { body: part(asked.body) }
        return JSON.stringify({ params: part(asked.params), query: part(asked.query), ...body })
      })
      for (const one of new Set(given))
        for (const as of [guest, admin]) {
          const { raw } = await call(as, asked, JSON.parse(one))
          if (raw.statusCode === 200) answered.add(`${asked.name} to ${as === guest ? 'guest' : 'admin'}`)
          if (canaries.test(raw.body)) said.push(`${asked.name} to ${as === guest ? 'guest' : 'admin'}`)
        }
    }
    expect(answered.size).toBeGreaterThan(100)
    expect([...new Set(said)]).toEqual([])
  }, 120_000)

  it('are there as they leave for who sees them through a wall', async () => {
    const { custodian_id } = await intake.server.services.records.read
      .selectFrom('document')
      .select('custodian_id')
      .where('document_id', '=', mail)
      .executeTakeFirstOrThrow()
    const walls = async (version: number, access: 'allow' | null) => {
      const parts = access === null ? [] : [{ kind: 'custodian', partId: custodian_id, access }]
      const userIds = [guest.userId, lead.userId]
      const { status } = await call(lead, putWalls, {
        ifMatch: String(version),
        body: {
          groups: access === null ? [] : [{ name: 'Team', userIds, parts }],
          batchesOnly: false,
        },
      })
      expect(status).toBe(200)
    }
    const seen = async () => {
      const { status, raw } = await call(guest, getDocument, { query: { documentId: mail } })
      expect(raw.body).not.toMatch(canaries)
      return [status, await found(guest, `Document_Id:${mail}`)]
    }
    await walls(0, 'allow')
    expect(await seen()).toEqual([200, [mail]])
    await walls(1, null)
    expect(await seen()).toEqual([200, [mail]])
  })

  it('are withheld with a sentence where nothing of them may leave', async () => {
    // The attachment has no letter left: its page is there all the same.
    expect(await shownTo(guest, attached)).toMatchObject({ state: 'ready', pages: [{ text: '' }] })
    // Nothing is kept by a browser that may not see tomorrow what it sees today.
    const pageOf = (as: TestUser) =>
      call(as, pageBytes, {
        ...{ params: { documentId: open, page: 1 }, query: { projectId: intake.project } },
      })
    const before = [await pageOf(guest), await pageOf(lead)] as const
    expect(
      before.map(({ raw }) => [raw.statusCode, raw.headers['cache-control'], 'etag' in raw.headers]),
    ).toEqual([
      [200, 'private, no-store', false],
      [200, 'private, no-cache', true],
    ])
    // A box through the middle of letters: the gate refuses that.
    const { data: texts } = await call(lead, getPageTexts, { query: { documentId: open } })
    const [page] = (texts as { data: { boxes: number[] }[] }).data
    const [left = 0, top = 0, right = 0, bottom = 0] = page?.boxes ?? []
    const middle = Math.round((top + bottom) / 2)
    await cover(open, { kind: 'box', boxes: [left, top, right, middle] })
    expect([(await pageOf(guest)).status, (await pageOf(lead)).status]).toEqual([404, 200])
    const refused = await shownTo(guest, open)
    expect(refused).toMatchObject({
      state: 'withheld',
      pages: [],
      reason: expect.stringContaining('do not leave'),
    })
    const image = await call(guest, contract.burnedPage, {
      params: { documentId: open, page: 1 },
      query: { projectId: intake.project, revision: refused.revision },
    })
    expect(image.status).toBe(404)
  })
})
