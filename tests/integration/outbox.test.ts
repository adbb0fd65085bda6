import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getViewerSetting, putViewerSetting } from '#contracts/auth.ts'
import { currentTerms } from '#server/platform/auth/terms.ts'
import { selectClient, selectProject } from '#src/commands/selection.ts'
import * as session from '#src/commands/session.ts'
import { effect } from '#src/effects/define.ts'
import { projectSelected } from '#src/events/catalog/selection.ts'
import { openKeys } from '#src/events/log/keys.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { account, goodPassword } from '../server/people.ts'
import { createPerson, type Person, type PersonTab } from '../support/workspaces.ts'

/** A write of the account that must arrive: the size of a page follows the project that was chosen. */
const sizes = [25, 50, 100, 200] as const
const rememberSize = effect({
  name: 'test.rememberSize',
  on: projectSelected,
  strategy: 'queue',
  delivery: 'once',
  request: ({ payload }, { call }) => {
    const pageSize = sizes[payload.projectId % 4]
    return call(putViewerSetting, { body: pageSize === undefined ? {} : { pageSize } })
  },
  done: () => ({}),
  fail: () => ({}),
})

let server: TestServer
let origin: string
let person: Person
let client: number
let projects: number[]
let email: string
let userId: number
beforeAll(async () => {
  server = await startServer()
  origin = await server.listen()
  const user = await account(server, { role: 'ClientAdmin' })
  client = user.companyId ?? 0
  email = user.email
  userId = user.userId
  projects = [await server.project(client), await server.project(client), await server.project(client)]
})
afterAll(() => server.close())
beforeEach(async () => {
  server.setNow(null)
  person = await createPerson(origin, { extra: [rememberSize] })
})
afterEach(() => person.close())

/** By their keys: a write whose answer was lost is asked for again under the same one, and is one on the record. */
const saves = () => person.keysOf('PUT /rest/user/viewer/setting').length
const sizeOf = (nth: number) => sizes[(projects[nth] ?? 0) % 4]

async function signIn(tab: PersonTab): Promise<void> {
  await tab.app.dispatch(session.logIn({ email, password: goodPassword }))
  await tab.rest()
}
const choose = (tab: PersonTab, nth: number) =>
  tab.app.dispatch(selectProject({ clientId: client, projectId: projects[nth] ?? 0 }))

describe('what must arrive', () => {
  it('waits while there is no network, says how much, and arrives once and in order when it is back', async () => {
    const [one, two] = [await person.openTab(), await person.openTab()]
    await signIn(one)
    await expect.poll(() => two.app.state().session.hasToken).toBe(true)
    person.setOffline(true)
    for (const nth of [0, 1, 2]) await choose(one, nth)
    await expect.poll(() => one.app.state().network).toEqual({ online: false, waiting: 3 })
    await expect.poll(() => two.app.state().network.waiting).toBe(3)
    expect(saves()).toBe(0)
    person.setOffline(false)
    await expect.poll(() => one.app.state().network).toEqual({ online: true, waiting: 0 })
    await expect.poll(() => two.app.state().network.waiting).toBe(0)
    expect(saves()).toBe(3)
    await expect(one.http.call(getViewerSetting)).resolves.toMatchObject({ pageSize: sizeOf(2) })
  })

  it('survives a reload, and a session that ended under it: it goes out when the same account is back', async () => {
    const tab = await person.openTab()
    await signIn(tab)
    person.setOffline(true)
    await choose(tab, 1)
    await expect.poll(() => tab.app.state().network.waiting).toBe(1)
    await tab.close()
    server.setNow(new Date(Date.now() + 9 * 3_600_000))
    person.setOffline(false)
    const reloaded = await person.openTab({ session: tab.session })
    await expect.poll(() => reloaded.app.state().session.ended).toBe('expired')
    expect(saves()).toBe(0)
    server.setNow(null)
    await signIn(reloaded)
    await expect.poll(() => saves()).toBe(1)
    await expect(reloaded.http.call(getViewerSetting)).resolves.toMatchObject({ pageSize: sizeOf(1) })
  })

  it.each([
    ['turns back at the second step', { mfa_required: 1 }, { mfa_required: 0 }, 'mfa', session.logOut({})],
    [
      'declines new terms',
      { accepted_version: 'an earlier one' },
      { accepted_version: currentTerms.version },
      'licence',
      session.declineLicence({}),
    ],
  ] as const)(
    'is still there, and goes out, after somebody whose session ended %s on the way back in',
    async (_, before, after, stage, turnBack) => {
      const change = (values: typeof before | typeof after) =>
        server.services.records.write('interactive', async (trx) => {
          await trx.updateTable('app_user').set(values).where('user_id', '=', userId).execute()
        })
      const databases = async () => (await person.kernel.indexedDB.databases()).map(({ name }) => name).sort()
      const keys = openKeys(person.kernel.indexedDB, crypto)
      const tab = await person.openTab({ keys })
      await signIn(tab)
      person.setOffline(true)
      await choose(tab, 1)
      await expect.poll(() => tab.app.state().network.waiting).toBe(1)
      await tab.app.dispatch(session.endSession({ reason: 'expired', elsewhere: false }))
      const kept = await databases()
      expect(kept.length).toBeGreaterThan(2)
      person.setOffline(false)

      await change(before)
      await signIn(tab)
      expect(tab.app.state().session).toMatchObject({ isAuth: false, hasToken: true, stage })
      await tab.app.dispatch(turnBack)
      await expect.poll(() => tab.app.state().session.ended).toBe('logout')
      // The server's session is over; what waits in this browser is that person's still.
      expect(tab.app.state().session.hasToken).toBe(false)
      expect(person.cookies.has('XSRF-TOKEN')).toBe(false)
      expect(await databases()).toEqual(kept)
      expect(await keys.wereDropped(userId)).toBe(false)
      expect(await keys.left()).toEqual([])
      expect(saves()).toBe(0)

      await change(after)
      await signIn(tab)
      await expect.poll(() => saves()).toBe(1)
    },
  )

  it('stands in the way of a logout, until it has arrived or is given up', async () => {
    const tab = await person.openTab()
    await signIn(tab)
    person.setOffline(true)
    await choose(tab, 0)
    await tab.app.dispatch(session.logOut({}))
    await expect.poll(() => tab.app.state().session.unsent).toMatchObject({ count: 1, unsaved: 0, looks: 0 })
    expect(tab.app.state().session).toMatchObject({ isAuth: true, busy: null })
    await tab.app.dispatch(session.stayLoggedIn({}))
    expect(tab.app.state().session.unsent).toBeNull()
    person.setOffline(false)
    await tab.app.dispatch(session.logOut({}))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    expect(saves()).toBe(1)

    await signIn(tab)
    person.setOffline(true)
    await tab.app.dispatch(selectClient({ clientId: client }))
    await choose(tab, 2)
    await tab.app.dispatch(session.logOut({ discard: true }))
    await expect.poll(() => tab.app.state().session.ended).toBe('logout')
    await expect.poll(() => person.kernel.indexedDB.databases()).toEqual([])
    person.setOffline(false)
    await signIn(tab)
    expect(saves()).toBe(1)
  })
})
