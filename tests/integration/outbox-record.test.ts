/**
 * Invariant 12 against the product's own server and its outbox in the browser's database: one idempotency key has at
 * most one effect on the record, under retry, abort and two leaders; and once the faults are over, exactly one, in
 * order per document.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { selectProject } from '#src/commands/selection.ts'
import { logIn } from '#src/commands/session.ts'
import { applyTags, initialiseTags, loadTags } from '#src/commands/tags.ts'
import { changeRequested } from '#src/events/catalog/tags.ts'
import { soleElection } from '#src/events/log/leader.ts'
import { tagsNow } from '#src/events/tagging.ts'
import { getIn } from '#src/stores/buckets.ts'
import { addDocuments } from '#tests/server/matter.ts'
import { runs, property as test } from '../runs.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { account, goodPassword } from '../server/people.ts'
import { createPerson, type PersonTab, type Way } from '../support/workspaces.ts'

/** What befalls a write: before it arrives, after it was done, later once more, or nothing. */
const fates = ['well', 'well', 'lostBefore', 'lostAfter', 'busy', 'twice'] as const
type Fate = (typeof fates)[number]

const documents = 2
const change = fc.record({
  document: fc.nat({ max: documents - 1 }),
  tag: fc.nat({ max: 1 }),
  from: fc.nat({ max: 1 }),
})

let server: TestServer
let origin: string
beforeAll(async () => {
  server = await startServer()
  origin = await server.listen()
})
afterAll(async () => {
  // A connection that was opened for a call that was then given up would be waited for.
  server.app.server.closeAllConnections()
  await server.close()
})

/** A reviewer and a project of his own with two tags. Tags carry no versions: nothing but its key keeps a repetition from taking effect. */
async function startProject() {
  const user = await account(server, { role: 'Reviewer' })
  const projectId = await server.project(user.companyId ?? 0, { codingForms: false })
  await server.member(projectId, user.userId, user.role)
  const ids = await addDocuments(server, projectId, user.userId, documents)
  const tags = await server.services.records.write('interactive', async (trx) => {
    const { tag_category_id } = await trx
      .insertInto('tag_category')
      .values({ name: 'Issues', position: 0, exclusive: 0, project_id: projectId })
      .returning('tag_category_id')
      .executeTakeFirstOrThrow()
    const tag = (name: string, position: number) => ({ tag_category_id, name, position, quick_key: null })
    return await trx
      .insertInto('tag')
      .values([tag('Patent', 0), tag('Pricing', 1)])
      .returning('tag_id')
      .execute()
  })
  return { user, projectId, ids, tags: tags.map(({ tag_id }) => tag_id) }
}

/** A line on which changes of tags meet their fates, one after the other. `copies`: the answers to what came twice. */
function faultyLine(fateOf: () => Fate): { way: Way; copies: () => Promise<number[]> } {
  const copies: Promise<number>[] = []
  const way: Way = (send) => async (input, init) => {
    const fate = String(input).endsWith('/review/document/tag') ? fateOf() : 'well'
    if (fate === 'lostBefore') throw new TypeError('fetch failed')
    if (fate === 'busy') return new Response('{}', { status: 503, headers: { 'Retry-After': '0' } })
    const answer = await send(input, init)
    if (fate === 'lostAfter') throw new TypeError('fetch failed')
    if (fate === 'twice') {
      // It took another way, and arrives when later changes have been made.
      const { signal: _, ...again } = init ?? {}
      const late = new Promise((resolve) => setTimeout(resolve, 80))
      copies.push(late.then(() => send(input, again)).then(({ status }) => status))
    }
    return answer
  }
  return { way, copies: () => Promise.all(copies) }
}

const waitingIn = (tab: PersonTab, documentId: number) =>
  getIn(tab.app.state().tags.documents, String(documentId))?.changes.length

/** As this tab sees it: it may not have heard of the other's change yet. */
function toggle(tab: PersonTab, documentId: number, tagId: number) {
  const doc = getIn(tab.app.state().tags.documents, String(documentId))
  return doc && tagsNow(doc).includes(tagId)
    ? applyTags({ documentId, add: [], remove: [tagId] })
    : applyTags({ documentId, add: [tagId], remove: [] })
}

/** What the record says of a document: whose changes, oldest first, and the tags that it has. */
async function recordOf(documentId: number) {
  const { read } = server.services.records
  const rows = await read
    .selectFrom('audit')
    .select('command_id')
    .where('document_id', '=', documentId)
    .where('action', '=', 'tags.changed')
    .orderBy('seq')
    .execute()
  const on = await read
    .selectFrom('document_tag')
    .select('tag_id')
    .where('document_id', '=', documentId)
    .execute()
  return { changes: rows.map(({ command_id }) => command_id), tags: new Set(on.map(({ tag_id }) => tag_id)) }
}

describe('invariant 12 on the record', () => {
  test('does every change once and in order, whatever became of requests and answers, and with two leaders', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 3, maxLength: 10 }),
        fc.array(fc.constantFrom(...fates), { maxLength: 14 }),
        fc.boolean(),
        async (script, planned, twoLeaders) => {
          const faults = [...planned]
          const { way, copies } = faultyLine(() => faults.shift() ?? 'well')
          const person = await createPerson(origin, { way })
          try {
            const { user, projectId, ids, tags } = await startProject()
            // Each tab holds itself for the leader, as one does that was asleep when the other took over.
            const elect = twoLeaders ? { elect: soleElection } : {}
            const one = await person.openTab(elect)
            await one.app.dispatch(logIn({ email: user.email, password: goodPassword }))
            await one.rest()
            await one.app.dispatch(selectProject({ clientId: user.companyId ?? 0, projectId }))
            await one.app.dispatch(loadTags({}))
            await one.rest()
            for (const documentId of ids)
              await one.app.dispatch(initialiseTags({ documentId, tagIds: [], etag: 'none' }))
            const two = await person.openTab(elect)
            const tabs = [one, two]
            const standing = () => tabs.flatMap((tab) => ids.map((id) => waitingIn(tab, id)))
            const still = { interval: 10 }
            await expect.poll(standing, still).toEqual([0, 0, 0, 0])

            const wanted = ids.map((documentId) => ({
              documentId,
              changes: [] as string[],
              tags: new Set<number>(),
            }))
            for (const { document, tag, from } of script) {
              const target = wanted[document]
              const tagId = tags[tag]
              if (!target || tagId === undefined) throw new Error('a document and a tag')
              const tab = tabs[from] ?? one
              const done = await tab.app.dispatch(toggle(tab, target.documentId, tagId))
              for (const { type, payload, commandId } of done.envelopes) {
                if (type !== changeRequested.type) continue
                const { on, off } = changeRequested.payload.parse(payload)
                for (const one of off) target.tags.delete(one)
                for (const one of on) target.tags.add(one)
                target.changes.push(commandId)
              }
            }
            await expect.poll(standing, still).toEqual([0, 0, 0, 0])
            for (const status of await copies()) expect(status).toBe(200)

            for (const { documentId, ...expected } of wanted)
              expect(await recordOf(documentId)).toEqual(expected)
            expect(tabs.flatMap(({ faults }) => faults)).toEqual([])
          } finally {
            await person.close()
          }
        },
      ),
      { numRuns: runs(6) },
    )
  }, 120_000)
})
