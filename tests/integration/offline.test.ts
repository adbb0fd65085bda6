import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { setValue } from '#src/commands/coding.ts'
import { loadForms } from '#src/commands/coding-forms.ts'
import { save } from '#src/commands/coding-saves.ts'
import { open } from '#src/commands/review.ts'
import { selectProject } from '#src/commands/selection.ts'
import * as session from '#src/commands/session.ts'
import { documentIn } from '#src/stores/coding.ts'
import { documentCache } from '#src/stores/review.ts'
import type { TestUser } from '../server/harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from '../server/matter.ts'
import { account, goodPassword, trail } from '../server/people.ts'
import { createPerson, type Person, type PersonTab } from '../support/workspaces.ts'

let matter: Matter
let form: CreatedForm
let origin: string
let user: TestUser
let other: TestUser
let person: Person
beforeAll(async () => {
  matter = await startMatter('sqlite')
  form = await addForm(matter)
  origin = await matter.server.listen()
})
afterAll(() => matter.close())
beforeEach(async () => {
  matter.server.setNow(null)
  const { companyId } = matter
  user = await account(matter.server, { role: 'Reviewer', companyId })
  other = await account(matter.server, { role: 'Reviewer', companyId })
  for (const { userId } of [user, other]) await matter.server.member(matter.projectId, userId, 'Reviewer')
  person = await createPerson(origin)
})
afterEach(() => person.close())

async function signIn(tab: PersonTab, who: TestUser = user): Promise<void> {
  await tab.app.dispatch(session.logIn({ email: who.email, password: goodPassword }))
  await expect.poll(() => tab.app.state().session.isAuth).toBe(true)
  await expect.poll(() => tab.app.state().session.profile).not.toBeNull()
}
const choose = (tab: PersonTab) =>
  tab.app.dispatch(selectProject({ clientId: matter.companyId, projectId: matter.projectId }))
const read = (tab: PersonTab, documentId: number) => tab.app.dispatch(open({ documentId, position: null }))
const shows = (tab: PersonTab, documentId: number) =>
  tab.app.scope.getState(documentCache.$entries).get(String(documentId))?.documentId
const code = async (tab: PersonTab, documentId: number, value: string) => {
  const { fieldId } = fieldNamed(form, 'Responsive')
  await tab.app.dispatch(setValue({ documentId, fieldId, value }))
  await tab.app.dispatch(save({ documentId }))
}
/** How many documents the browser keeps for the account. */
const keptFor = async ({ userId }: TestUser): Promise<number> => {
  const name = `affiant:kept:${userId}`
  if (!(await person.kernel.indexedDB.databases()).some((one) => one.name === name)) return 0
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = person.kernel.indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
  })
  const rows = await new Promise<{ cache: string }[]>((resolve) => {
    if (!db.objectStoreNames.contains('rows')) return resolve([])
    const asked = db.transaction('rows').objectStore('rows').getAll()
    asked.onsuccess = () => resolve(asked.result)
  })
  db.close()
  return rows.filter(({ cache }) => cache === 'documents').length
}
const rowsOf = async (action: string) =>
  (await trail(matter.server, `project:${matter.projectId}`)).filter(
    (row) => row.action === action && row.userId === user.userId,
  )

/** Two documents were read with the network; then the tab was closed and the line cut. */
async function cutOff(): Promise<{ first: number; second: number }> {
  const [first = 0, second = 0] = matter.documents
  const tab = await person.openTab()
  await signIn(tab)
  await choose(tab)
  await tab.app.dispatch(loadForms({}))
  for (const documentId of [first, second]) {
    await read(tab, documentId)
    await tab.rest()
  }
  await expect.poll(() => keptFor(user)).toBe(2)
  await tab.close()
  person.setOffline(true)
  return { first, second }
}

describe('without the network', () => {
  it('what was read can be read in a new tab, coded and saved; it arrives once, in order, when the line is back', async () => {
    const { first, second } = await cutOff()
    const tab = await person.openTab()
    expect(tab.app.state().network.online).toBe(false)
    for (const documentId of [first, second]) {
      await read(tab, documentId)
      await expect.poll(() => shows(tab, documentId)).toBe(documentId)
      await expect.poll(() => documentIn(tab.app.state().coding, documentId)).not.toBeNull()
    }
    await code(tab, second, 'Yes')
    await code(tab, second, 'No')
    await expect.poll(() => tab.app.state().network.waiting).toBe(2)
    const asked = person.asked.length
    person.setOffline(false)
    await expect.poll(() => tab.app.state().network).toEqual({ online: true, waiting: 0 })
    const query = { documentId: second }
    const { projectId: project } = matter
    const { data } = (await matter.server.call(matter.manager, documentHistory, { project, query })).data
    const saved = data.filter(({ userId, field }) => userId === user.userId && field === 'Responsive')
    expect(saved.map(({ newValue }) => newValue)).toEqual(['No', 'Yes'])
    // Each opening is on the record once: two with the network, two without.
    await expect.poll(async () => (await rowsOf('document.viewed')).length).toBe(4)
    expect(person.asked.slice(asked).filter((line) => line.endsWith('/review/document/view')).length).toBe(2)
  })

  it('what was never read says so, and comes when the line is back', async () => {
    const { second } = await cutOff()
    const third = matter.documents[2] ?? 0
    const tab = await person.openTab()
    await read(tab, third)
    await read(tab, second)
    await expect.poll(() => shows(tab, second)).toBe(second)
    await read(tab, third)
    expect(shows(tab, third)).toBeUndefined()
    person.setOffline(false)
    await expect.poll(() => shows(tab, third)).toBe(third)
  })

  it('nobody but the same account gets at what was kept, whether the session ended or another came', async () => {
    const { first } = await cutOff()
    const tab = await person.openTab()
    await read(tab, first)
    await expect.poll(() => shows(tab, first)).toBe(first)
    await code(tab, first, 'Yes')
    await expect.poll(() => tab.app.state().network.waiting).toBe(1)
    matter.server.setNow(new Date(Date.now() + 9 * 3_600_000))
    person.setOffline(false)
    await expect.poll(() => tab.app.state().session.ended).toBe('expired')
    await expect.poll(() => shows(tab, first)).toBeUndefined()
    expect(await keptFor(user)).toBe(2)
    matter.server.setNow(null)

    await signIn(tab, other)
    await choose(tab)
    person.setOffline(true)
    await read(tab, first)
    await new Promise((wake) => setTimeout(wake, 100))
    expect(shows(tab, first)).toBeUndefined()
    expect(tab.app.state().network.waiting).toBe(0)
    person.setOffline(false)
    await tab.app.dispatch(session.logOut({ discard: true }))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    expect(await keptFor(user)).toBe(2)
    expect(await rowsOf('coding.saved')).toHaveLength(0)

    await signIn(tab)
    await expect.poll(async () => (await rowsOf('coding.saved')).length).toBe(1)
    await tab.app.dispatch(session.logOut({}))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    expect(await keptFor(user)).toBe(0)
  })

  it('a session whose cookie the browser has dropped shows nothing: whoever opens it next is not let in', async () => {
    await cutOff()
    for (const name of ['affiant_session', 'XSRF-TOKEN']) person.cookies.delete(name)
    const tab = await person.openTab()
    expect(tab.app.state().session).toMatchObject({ isAuth: false, ended: 'expired' })
    expect(tab.app.log('project')).toBeNull()
    expect(await keptFor(user)).toBe(2)
  })

  it('is locked after an hour unused, although nobody could say how long the session lasts', async () => {
    await cutOff()
    const tab = await person.openTab()
    expect(tab.app.state().session).toMatchObject({ isAuth: true, idleMs: null })
    tab.clock.offset = 3_500_000
    tab.idle.active()
    tab.clock.offset = 3_700_000
    await new Promise((wake) => setTimeout(wake, 100))
    expect(tab.app.state().session.isAuth).toBe(true)
    tab.clock.offset = 8_000_000
    await expect.poll(() => tab.app.state().session.ended).toBe('idle')
    expect(await keptFor(user)).toBe(2)
  })
})
