/** Deletes what logouts have put on record (leaving.ts). */
import { deleteToken } from '#contracts/auth.ts'
import { buildRequest, sameServer } from '../effects/http-request.ts'
import { sendByFetch } from '../effects/http-send.ts'
import { createStorages } from '../effects/storages.ts'
import { deleteDatabase } from '../events/log/database.ts'
import type { WorkspacePorts } from './core.ts'
import { leavingKey, stillThere, theSession } from './leaving-record.ts'
import { accountOf } from './open-logs.ts'

type Ports = Omit<WorkspacePorts, 'areas'>

/** Ms that a logout, or a start, waits for other tabs to let go of what is to be deleted. */
export const erasureTime = 5_000

/**
 * One tab at a time, each thing once. `signOff` is called where `own`, or where it stands on record. Answers what is to be
 * told of what is still there; null: nothing is.
 */
export const finish = (
  ports: Ports,
  begun: Set<string>,
  signOff: () => Promise<void>,
  own: boolean,
): Promise<string | null> =>
  ports.env.alone('affiant:leaving', new AbortController().signal, async () => {
    const { keys, indexedDB: factory, storage, env, onFault } = ports
    const recorded = keys?.left().catch((fault: unknown) => {
      onFault(fault)
      return []
    })
    const left = begun.union(new Set(await recorded))
    const strike = async (what: string): Promise<void> => {
      begun.delete(what)
      await keys?.leftDone(what)
      left.delete(what)
    }
    const endSession = async (): Promise<void> => {
      if (!own && !left.has(theSession)) return
      await signOff()
      await strike(theSession).catch(onFault)
    }
    // What is on record stands for all databases of its account. They are looked up here, where no log must be readable for it.
    const erase = async (name: string): Promise<void> => {
      if (factory) {
        const there = (await factory.databases()).flatMap((one) => one.name ?? [])
        const all = there.filter((other) => accountOf(other) === accountOf(name))
        await Promise.all(all.map((one) => deleteDatabase(one, factory)))
      }
      await strike(name)
    }
    const names = [...left].filter((what) => what !== theSession)
    const waiting = new AbortController()
    // What then still waits goes on being deleted.
    const late = env.sleep(erasureTime, waiting.signal).catch(() => undefined)
    const erasing = Promise.race([late, Promise.all(names.map((name) => erase(name).catch(onFault)))])
    await Promise.all([endSession(), erasing])
    waiting.abort()
    if (left.size > 0) return stillThere
    storage.local.removeItem(leavingKey)
    return null
  })

/** At the start of a page, before anything of an account is read: finishes what another life of this browser has left. */
export async function finishLeft(ports: Ports): Promise<void> {
  await finish(ports, new Set(), () => signOff(ports), false).catch(ports.onFault)
}

async function signOff({ storage, fetch, origin, timeZone }: Ports): Promise<void> {
  const storages = createStorages(storage)
  if (storages.xsrf.get() !== null) {
    const request = buildRequest(
      deleteToken,
      {},
      {
        baseUrls: sameServer(origin),
        token: () => null,
        timeZone,
        project: () => null,
        cookie: (name) => storage.cookies.get(name),
      },
    )
    const options = { signal: undefined, timeout: erasureTime, progress: undefined }
    // Without a network the server's session ends by its own clock; this browser forgets it now.
    await sendByFetch(fetch)(request, options).catch(() => undefined)
  }
  storages.forgetAccount('everything')
  storages.persistAuth.write(
    { isAuth: false, profile: null, data: null, acceptedCurrentVersion: false },
    true,
  )
}
