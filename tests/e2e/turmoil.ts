/**
 * A reviewer's browser in turmoil: pages that are used, duplicated, reloaded and killed, on a line that is cut, loses
 * answers, repeats requests and is told to come back later, while somebody else codes the same documents. The same seed
 * does the same things; when each of them happens is the browser's affair.
 */
import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page, type Route } from 'playwright/test'
import { type AuditRow, documentHistory } from '#contracts/audit.ts'
import { headers } from '#contracts/call.ts'
import { getForm, listForms, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { reports } from '#contracts/reconcile.ts'
import { chance } from '../chance.ts'
import type { Api } from './api.ts'
import { unsent } from './review.ts'

/** What befalls a save on its way. */
const fates = ['lostBefore', 'lostAfter', 'busy', 'twice'] as const
type Fate = (typeof fates)[number]

interface Turmoil {
  /** Does one thing; answers what it was. */
  step(): Promise<string>
  /** The line works again, and one living page stands at the review screen. */
  mend(): Promise<Page>
  /** How often each thing was done. */
  readonly done: ReadonlyMap<string, number>
  /** The rows that the server said it had written, as answers were handed to a page: by the saves' keys. */
  readonly acknowledged: ReadonlyMap<string, readonly number[]>
  /** What the server refused of it, by status, and how often: 412 is somebody else's word, all else asks for a look. */
  readonly refused: ReadonlyMap<number, number>
}

interface TurmoilOptions {
  readonly context: BrowserContext
  /** Where the pages stand: the address of the project's review screen. */
  readonly address: string
  readonly seed: number
  /** Another person's program, in the same project. */
  readonly other: Api
  readonly projectId: number
  readonly documents: readonly number[]
  readonly pages: number
}

/** So long a page is given to do what it is asked: one that cannot is one that nobody can use just then. */
const patience = 1_000

export async function startTurmoil(options: TurmoilOptions): Promise<Turmoil> {
  const { context, address, other, projectId: project, documents } = options
  const random = chance(options.seed)
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const done = new Map<string, number>()
  const planned: Fate[] = []
  const forms = await other.call(listForms, { project, query: {} })
  const form = await other.call(getForm, { project, params: { id: forms.data[0]?.coding_form_id ?? 0 } })
  const choice = form.sections
    .flatMap(({ fields }) => fields)
    .find(({ is_single_choice }) => is_single_choice)
  if (!choice) throw new Error('The form asks for no choice')

  const acknowledged = new Map<string, readonly number[]>()
  const refused = new Map<number, number>()
  let cut = false
  await context.route('**/rest/review/codingForm', (route) =>
    route.request().method() === 'PUT'
      ? meet(route, cut ? 'lostBefore' : planned.shift(), acknowledged, refused)
      : route.continue(),
  )
  const line = async (works: boolean): Promise<void> => {
    cut = !works
    // A page that dies in this moment refuses for all of them.
    await expect(async () => context.setOffline(!works)).toPass({ timeout: 10_000 })
  }

  const open = async (): Promise<Page> => {
    // Without a worker of its own (routes do not see its requests) a page opens on the line only.
    await line(true)
    const page = await context.newPage()
    await page.goto(address, { timeout: 20_000 }).catch(() => undefined)
    return page
  }
  let pages: Page[] = []
  // Pages that were opened from one another may share a process, and end with it. One that has ended and is not closed
  // keeps the line from being cut or mended.
  context.on('page', (page) =>
    page.on('crash', () => {
      pages = pages.filter((one) => one !== page)
      page.close().catch(() => undefined)
    }),
  )
  pages = await Promise.all(Array.from({ length: options.pages }, open))
  const living = (): Page[] => pages.filter((page) => !page.isClosed())
  const kill = async (page: Page): Promise<void> => {
    pages = pages.filter((one) => one !== page)
    const session = await context.newCDPSession(page)
    // Never answered: the page is gone.
    session.send('Page.crash').catch(() => undefined)
    await page.waitForEvent('crash', { timeout: patience }).catch(() => undefined)
    await page.close()
  }

  const inForm = (page: Page) => page.getByTestId('coding-panel')
  const deeds: Readonly<Record<string, { weight: number; act: (page: Page) => Promise<unknown> }>> = {
    move: {
      weight: 6,
      act: async (page) => {
        await page.getByTestId('document-list').focus({ timeout: patience })
        await page.keyboard.press(oneOf(['j', 'j', 'k']))
      },
    },
    choose: {
      weight: 8,
      act: (page) =>
        inForm(page)
          .getByRole('radio')
          .nth(Math.floor(random() * 3))
          .click({ timeout: patience }),
    },
    type: {
      weight: 4,
      act: (page) =>
        inForm(page)
          .getByRole('textbox')
          .last()
          .fill(`note ${Math.floor(random() * 1000)}`, { timeout: patience }),
    },
    code: {
      weight: 20,
      act: async (page) => {
        await page.keyboard.press(oneOf(['j', 'j', 'k']))
        const radios = inForm(page).getByRole('radio')
        await radios.nth(Math.floor(random() * 3)).click({ timeout: patience })
        await page.keyboard.press('Control+s')
      },
    },
    save: { weight: 4, act: (page) => page.keyboard.press('Control+s') },
    saveAndNext: { weight: 4, act: (page) => page.keyboard.press('Control+Enter') },
    undo: { weight: 4, act: (page) => page.keyboard.press('Control+z') },
    redo: { weight: 2, act: (page) => page.keyboard.press('Control+Shift+z') },
    foreign: { weight: 3, act: () => codeAsOther(oneOf(documents)) },
    fate: { weight: 4, act: async () => planned.push(oneOf(fates)) },
    offline: { weight: 1, act: () => line(false) },
    online: { weight: 8, act: () => line(true) },
    crash: { weight: 1, act: kill },
    reload: {
      weight: 1,
      act: async (page) => {
        await line(true)
        await page.reload()
      },
    },
    duplicate: {
      weight: 1,
      act: async (page) => {
        if (living().length >= options.pages) return
        await line(true)
        const [copy] = await Promise.all([
          context.waitForEvent('page', { timeout: patience }),
          page.evaluate(() => window.open(window.location.href)),
        ])
        pages.push(copy)
      },
    },
    wait: { weight: 3, act: (page) => page.waitForTimeout(150) },
  }
  const names = Object.entries(deeds).flatMap(([name, { weight }]) =>
    Array.from({ length: weight }, () => name),
  )

  async function codeAsOther(documentId: number): Promise<void> {
    const { data } = await other.call(readCoding, { project, query: { documentId } })
    const { version = 0 } = data.find(({ fieldId }) => fieldId === choice?.fieldId) ?? {}
    const { field_name: name, coding_form_field_id = 0, values } = choice ?? { field_name: '', values: [] }
    const value = oneOf([null, ...values.map((one) => one.short_text_value)])
    await other.call(saveCoding, {
      project,
      key: randomUUID(),
      ifMatch: ifMatchOf(new Map([[coding_form_field_id, version]])),
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: [{ name, value, coding_form_field_id }],
        undo: { kind: 'do', group: randomUUID(), targets: [] },
        correlationId: randomUUID(),
      },
    })
  }

  return {
    done,
    acknowledged,
    refused,
    step: async () => {
      const name = oneOf(names)
      const standing = living()
      const page = standing[Math.floor(random() * standing.length)]
      if (page === undefined || (standing.length < options.pages && random() < 0.3)) {
        pages = [...standing, await open()]
        return 'open'
      }
      try {
        await deeds[name]?.act(page)
        done.set(name, (done.get(name) ?? 0) + 1)
      } catch {
        // The other person was overtaken, a page was asked for what it could not do just then, or the server is not there:
        // the turmoil goes on. What counts is what cannot be explained at its end.
      }
      return name
    },
    mend: async () => {
      planned.length = 0
      await line(true)
      const [first, ...rest] = living()
      for (const page of rest) await page.close()
      const page = first ?? (await open())
      await page.goto(address)
      // What is refused, in conflict or only edited stays with the person, and is said; nothing else is left to be sent.
      await expect(unsent(page)).toHaveText(/saved|conflict/, { timeout: 30_000 })
      await expect(unsent(page)).not.toHaveText(/unsent|being saved|Offline/, { timeout: 30_000 })
      // What has been opened anew looks soon whether its log and the record agree.
      await page.reload()
      return page
    },
  }
}

/** As networks treat a request. What was answered is asked of the server here, so that it is known what a page was told. */
async function meet(
  route: Route,
  fate: Fate | undefined,
  acknowledged: Map<string, readonly number[]>,
  refused: Map<number, number>,
): Promise<void> {
  const key = route.request().headers()[headers.idempotencyKey.toLowerCase()] ?? ''
  try {
    if (fate === 'lostBefore') return await route.abort('connectionreset')
    if (fate === 'busy')
      return await route.fulfill({ status: 503, headers: { 'retry-after': '0' }, json: {} })
    if (fate === 'twice') await route.fetch()
    const response = await route.fetch()
    if (fate === 'lostAfter') return await route.abort('connectionreset')
    const said = response.ok() ? saveCoding.reply.parse(await response.json()) : null
    await route.fulfill({ response })
    if (!response.ok()) refused.set(response.status(), (refused.get(response.status()) ?? 0) + 1)
    if (said) acknowledged.set(key, said.auditIds)
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'ZodError') throw fault
    // Its page is gone, or the server is: nobody waits for the answer.
    await route.abort('connectionreset').catch(() => undefined)
  }
}

/**
 * What cannot be explained once everything has come to rest; empty where nothing is left to say: what was acknowledged
 * is on the record, each field of it once, and the browser's own log has been held against it and agrees.
 */
export async function unexplained({
  api,
  projectId: project,
  documents,
  userName,
  acknowledged,
}: {
  readonly api: Api
  readonly projectId: number
  readonly documents: readonly number[]
  readonly userName: string
  readonly acknowledged: ReadonlyMap<string, readonly number[]>
}): Promise<readonly string[]> {
  const found: string[] = []
  const { data: logs } = await api.call(reports, { project })
  const own = logs.filter((one) => one.userName === userName && !one.ended)
  if (own.length === 0) found.push(`${userName} has not reported yet`)
  for (const { machine, counts } of own)
    for (const what of ['acknowledged', 'differs', 'missing', 'unsent'] as const)
      if (counts[what] > 0) found.push(`${machine}: ${counts[what]} ${what}`)

  const written = new Set<number>()
  for (const documentId of documents) {
    const once = new Set<string>()
    for (const { auditId, commandId, field, userName: by } of await historyOf(api, project, documentId)) {
      written.add(auditId)
      if (by !== userName || commandId === null || field === null) continue
      const name = `${commandId} ${field}`
      if (once.has(name)) found.push(`${name} stands twice on the record of ${documentId}`)
      once.add(name)
    }
  }
  for (const [key, auditIds] of acknowledged)
    for (const auditId of auditIds)
      if (!written.has(auditId)) found.push(`${key}: row ${auditId} is not on the record`)
  return found
}

/** All rows of a document's history, newest first. */
export async function historyOf(api: Api, project: number, documentId: number): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = []
  for (;;) {
    const before = rows.at(-1)?.auditId
    const { data } = await api.call(documentHistory, {
      project,
      query: { documentId, limit: 500, ...(before === undefined ? {} : { before }) },
    })
    rows.push(...data)
    if (data.length < 500) return rows
  }
}
