import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { setValue } from '#src/commands/coding.ts'
import { loadForms } from '#src/commands/coding-forms.ts'
import { save } from '#src/commands/coding-saves.ts'
import { open } from '#src/commands/review.ts'
import { selectProject } from '#src/commands/selection.ts'
import * as session from '#src/commands/session.ts'
import { openKeys } from '#src/events/log/keys.ts'
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

describe('a deliberate logout', () => {
  const databases = async () => (await person.kernel.indexedDB.databases()).map(({ name }) => name ?? '')
  const leaving = 'affiant.leaving'

  it('has deleted everything that the browser keeps before it says that it is over, in all tabs', async () => {
    const keys = openKeys(person.kernel.indexedDB, crypto)
    const [one, two] = [await person.openTab({ keys }), await person.openTab({ keys })]
    await signIn(one)
    await expect.poll(() => two.app.state().session.hasToken).toBe(true)
    for (const tab of [one, two]) await choose(tab)
    await one.app.dispatch(loadForms({}))
    await read(one, matter.documents[0] ?? 0)
    await expect.poll(() => keptFor(user)).toBe(1)
    const seen: string[][] = []
    const begun: unknown[] = []
    for (const { app } of [one, two]) {
      app.onCommitted((envelopes) => {
        for (const { type } of envelopes) {
          if (type === 'session.ended') void databases().then((names) => seen.push(names))
          if (type === 'session.leaving') begun.push(app.state().session)
        }
      })
    }
    await one.app.dispatch(session.logOut({}))
    for (const { app } of [one, two]) await expect.poll(() => app.state().session.ended).toBe('logout')
    await expect.poll(() => seen).toEqual([['affiant:keys'], ['affiant:keys']])
    // Until then nobody is signed in any more, and nobody is told that it is over.
    expect(begun).toMatchObject(Array(2).fill({ isAuth: false, hasToken: false, ended: null }))
    expect(await keys.left()).toEqual([])
    expect(await keys.wereDropped(user.userId)).toBe(true)
    expect(person.local.getItem(leaving)).toBeNull()
    expect([...one.faults, ...two.faults]).toEqual([])
  })

  it('that the browser did not live to finish is finished at the next start, before anything is read', async () => {
    const keys = openKeys(person.kernel.indexedDB, crypto)
    const tab = await person.openTab({ keys })
    await signIn(tab)
    await choose(tab)
    await read(tab, matter.documents[0] ?? 0)
    await expect.poll(() => keptFor(user)).toBe(1)
    // The browser dies with its first step on the disk: what follows never runs, and the server has heard of nothing.
    const there = await databases()
    await tab.close()
    await keys.dropKeys(user.userId, ['session', `affiant:account:${user.userId}`])
    expect(person.cookies.has('XSRF-TOKEN')).toBe(true)
    expect(there.length).toBeGreaterThan(3)
    expect(await databases()).toEqual(there)

    person.asked.splice(0)
    const next = await person.openTab({ keys })
    expect(next.app.state().session).toMatchObject({ isAuth: false, hasToken: false, profile: null })
    expect(next.app.log('account')).toBeNull()
    expect(await databases()).toEqual(['affiant:keys'])
    expect(await keys.left()).toEqual([])
    expect(person.asked).toEqual(['DELETE /rest/token'])
    expect(person.cookies.has('XSRF-TOKEN')).toBe(false)
    expect(person.local.getItem('persist:auth')).toContain('"isAuth":"false"')
    // Whoever signs in next is not taken for the one who left.
    await signIn(next)
    await next.close()
    const again = await person.openTab({ keys })
    expect(again.app.state().session.isAuth).toBe(true)
  })

  it('that died in its tab is finished by another one', async () => {
    const keys = openKeys(person.kernel.indexedDB, crypto)
    const [one, two] = [await person.openTab({ keys }), await person.openTab({ keys })]
    await signIn(one)
    await expect.poll(() => two.app.state().session.hasToken).toBe(true)
    await choose(two)
    await read(two, matter.documents[0] ?? 0)
    await expect.poll(() => keptFor(user)).toBe(1)
    await one.close()
    await keys.dropKeys(user.userId, ['session', `affiant:account:${user.userId}`])
    // As the tab that died has written it.
    person.writeLocal(leaving, String(user.userId))
    one.storages.persistAuth.write(
      { isAuth: false, profile: null, data: null, acceptedCurrentVersion: false },
      true,
    )
    await expect.poll(() => two.app.state().session.ended).toBe('logout')
    expect(await databases()).toEqual(['affiant:keys'])
    expect(person.asked.filter((asked) => asked === 'DELETE /rest/token')).toHaveLength(1)
    expect(person.local.getItem(leaving)).toBeNull()
  })

  it('says so where something could not be deleted, and deletes it at the next start', async () => {
    const keys = openKeys(person.kernel.indexedDB, crypto)
    const tab = await person.openTab({ keys })
    await signIn(tab)
    await choose(tab)
    await read(tab, matter.documents[0] ?? 0)
    await expect.poll(() => keptFor(user)).toBe(1)
    // Another page holds on to it and does not hear that it is to let go.
    const held = await new Promise<IDBDatabase>((resolve) => {
      const opening = person.kernel.indexedDB.open(`affiant:kept:${user.userId}`)
      opening.onsuccess = () => resolve(opening.result)
    })
    // Nobody waits long where there is no network.
    person.setOffline(true)
    await tab.app.dispatch(session.logOut({}))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    const said = tab.app.state().toasts.notifications.map(({ kind, message }) => `${kind}: ${message}`)
    expect(said.join()).toMatch(
      /warning: You are signed out\. Some of what this browser keeps .* could not be deleted/,
    )
    expect(await keys.left()).toEqual([`affiant:account:${user.userId}`])
    held.close()
    await tab.close()
    const next = await person.openTab({ keys })
    expect(next.app.state().session.isAuth).toBe(false)
    await expect.poll(databases).toEqual(['affiant:keys'])
    expect(await keys.left()).toEqual([])
  })

  it('asks where it cannot be looked up what would be lost, and deletes it all where the person goes', async () => {
    const keys = openKeys(person.kernel.indexedDB, crypto)
    const tab = await person.openTab({ keys })
    await signIn(tab)
    await choose(tab)
    // A background project whose database fails.
    vi.spyOn(tab.app, 'everywhere').mockRejectedValue(new DOMException('It fails', 'UnknownError'))
    const kept = await databases()
    await tab.app.dispatch(session.logOut({}))
    await expect.poll(() => tab.app.state().session.unsent).toMatchObject({ unchecked: true })
    expect(tab.app.state().session).toMatchObject({ isAuth: true, busy: null })
    expect(await databases()).toEqual(kept)
    expect(await keys.wereDropped(user.userId)).toBe(false)

    // Nor does a log that cannot say which projects it knows keep anything from being deleted.
    const log = tab.app.log('account') ?? expect.fail('No account is open')
    vi.spyOn(log, 'metaKeys').mockRejectedValue(new DOMException('It fails', 'UnknownError'))
    await tab.app.dispatch(session.logOut({ discard: true }))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    expect(await databases()).toEqual(['affiant:keys'])
    expect(await keys.wereDropped(user.userId)).toBe(true)
    expect(await keys.left()).toEqual([])
  })

  it('lets nobody sign in before it is over, and says why', async () => {
    const tab = await person.openTab()
    await signIn(tab)
    await tab.app.dispatch(session.logOut({}))
    const { rejected } = await tab.app.dispatch(session.logIn({ email: user.email, password: goodPassword }))
    expect(rejected).toBe('Signing out is not finished yet.')
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
  })

  it('deletes also where the server has ended the session before', async () => {
    const tab = await person.openTab()
    await signIn(tab)
    await choose(tab)
    await read(tab, matter.documents[0] ?? 0)
    await expect.poll(() => keptFor(user)).toBe(1)
    matter.server.setNow(new Date(Date.now() + 9 * 3_600_000))
    await tab.app.dispatch(session.logOut({ discard: true }))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    expect(await databases()).toEqual([])
  })
})

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
