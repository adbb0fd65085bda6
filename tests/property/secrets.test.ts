/** Invariant 15: no secret of any command stands in an envelope, a message between tabs, or the database. */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { AnyCall } from '#contracts/call.ts'
import { allRoutes } from '#server/areas.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { valuesOf } from '../support/arbitrary.ts'
import { noteAreas } from '../support/notes.ts'
import { productAreas } from '../support/product.ts'
import { allEnvelopes, createBrowser, type Tab, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser | null = null
afterEach(async () => {
  await browser?.close()
  browser = null
})

/** What is secret, command by command: as a field's name says, or as whoever reads the list knows. */
const secrets: Readonly<Record<string, readonly string[]>> = {
  'session.logIn': ['email', 'password'],
  'session.confirmMfa': ['code'],
  'session.forgotPassword': ['email'],
  'reset.openLink': ['token'],
  'reset.setPassword': ['token', 'password'],
  'settings.changePassword': ['current', 'password'],
  'settings.savePhoto': ['picture'],
  'processing.saveSettings': ['passwords'],
  'processing.addPassword': ['password'],
  'account.makeKey': ['proof'],
  'account.makeRecoveryCodes': ['proof'],
  'account.offerAuthenticator': ['proof'],
  'account.confirmAuthenticator': ['code'],
  // May tell of documents: it is for support alone.
  'account.writeToSupport': ['subject', 'words', 'facts'],
  'account.giveFeedback': ['words'],
  'session.findSso': ['email'],
  'invite.open': ['token'],
  'invite.accept': ['token', 'name', 'password'],
  'invite.askForAnother': ['token'],
  // Addresses and names of people who have no account here.
  'clientPeople.preview': ['groups'],
  'clientPeople.invite': ['groups'],
  'people.invite': ['email', 'name'],
  // What is looked for may say what is covered.
  'termRedaction.find': ['terms', 'expressions'],
  // Who is a lawyer, and how people are spelled in documents.
  'privilegeLog.saveSettings': ['settings'],
}

/** Secrets that a call carries to the server, and the command that each of them comes from. */
const carried: Readonly<Record<string, string>> = {
  'auth.login password': 'session.logIn password',
  'auth.confirmMfa code': 'session.confirmMfa code',
  'auth.putPassword password': 'settings.changePassword password',
  'auth.checkReset token': 'reset.openLink token',
  'auth.resetPassword password': 'reset.setPassword password',
  'auth.resetPassword token': 'reset.setPassword token',
  'processing.changeSettings passwords': 'processing.saveSettings passwords',
  'apiKeys.make proof': 'account.makeKey proof',
  'account.makeRecoveryCodes proof': 'account.makeRecoveryCodes proof',
  'account.offerAuthenticator proof': 'account.offerAuthenticator proof',
  'account.takeAuthenticator code': 'account.confirmAuthenticator code',
  'auth.readInvitation token': 'invite.open token',
  'auth.acceptInvitation token': 'invite.accept token',
  'auth.acceptInvitation password': 'invite.accept password',
  'auth.askForInvitation token': 'invite.askForAnother token',
}

/** Codes that are no secrets: of failures and notes, as the error catalogue names them, and of roles. */
const harmless: ReadonlySet<string> = new Set([
  'coding.failSave code',
  'coding.saveFailed code',
  'tags.failChange code',
  'tags.changeFailed code',
  'redaction.refuse code',
  'redaction.gestureRefused code',
  'redactedCells.refuse code',
  'redactedCells.gestureRefused code',
  'effects.recordAttempt code',
  'effect.attempted code',
  'review.answerSearch notes.code',
  'review.searchAnswered notes.code',
  // What kind of exception it is.
  'collect.exceptions code',
  'collect.exceptionsRequested code',
  'collect.listExceptions code',
  'collect.acceptMatching code',
  'collect.acceptMatchingAsked code',
  'collect.acceptExceptions matching.code',
  'collect.exceptionsCsv code',
  'session.failStep code',
  'session.stepFailed code',
  'session.acceptLogin roleCode',
  'session.passMfa roleCode',
  'session.passLicence roleCode',
  'session.takeRestored roleCode',
  'session.loggedIn roleCode',
  'session.mfaPassed roleCode',
  'session.licenceAccepted roleCode',
  'session.restored roleCode',
])

const secretWords = new Set([
  'password',
  'passwords',
  'passphrase',
  'code',
  'codes',
  'token',
  'secret',
  'recovery',
  'otp',
  'totp',
  'passkey',
  'proof',
  'pin',
])
const soundsSecret = (name: string): boolean =>
  name.split(/[_-]|(?=[A-Z])/).some((word) => secretWords.has(word.toLowerCase()))

/** The paths of all fields of a schema, however deep. */
function pathsOf(schema: z.ZodMiniType | undefined, depth = 0): string[] {
  if (!schema || depth > 10) return []
  const def = schema._zod.def as unknown as SchemaDef
  const own = Object.entries(def.shape ?? {}).flatMap(([name, one]) => [
    name,
    ...pathsOf(one, depth + 1).map((path) => `${name}.${path}`),
  ])
  const inner = [def.innerType, def.element, def.valueType, ...(def.options ?? []), ...(def.items ?? [])]
  return [...new Set([...own, ...inner.flatMap((one) => pathsOf(one, depth + 1))])]
}
/** Where a schema holds others. */
interface SchemaDef {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly items?: readonly z.ZodMiniType[]
}
const secretPaths = (schema: z.ZodMiniType | undefined): string[] =>
  pathsOf(schema).filter((path) => soundsSecret(path.split('.').at(-1) ?? ''))

describe('invariant 15', () => {
  it('every field that sounds like a secret is marked as one in its command, and stands in no event', () => {
    const marked = [...areas.registry.values()].filter(({ secret }) => secret.length > 0)
    expect(Object.fromEntries(marked.map(({ type, secret }) => [type, [...secret]]))).toEqual(secrets)
    for (const { type, payload, secret } of areas.registry.values()) {
      const unmarked = secretPaths(payload).filter((path) => !secret.includes(path))
      expect(unmarked.map((path) => `${type} ${path}`).filter((one) => !harmless.has(one))).toEqual([])
    }
    for (const { type, payload } of areas.catalog.values()) {
      const found = secretPaths(payload).map((path) => `${type} ${path}`)
      expect(found.filter((one) => !harmless.has(one))).toEqual([])
    }
  })

  it('every secret that a call takes to the server comes from a command that marks it', () => {
    const taken = allRoutes().flatMap(({ call }) => [
      ...(call.linkToken ? [`${call.name} token`] : []),
      ...[call.params, call.query, call.body].flatMap((schema: AnyCall['body']) =>
        secretPaths(schema).map((path) => `${call.name} ${path}`),
      ),
    ])
    expect(taken.filter((one) => !harmless.has(one)).sort()).toEqual(Object.keys(carried).sort())
    for (const source of Object.values(carried)) {
      const [command = '', field = ''] = source.split(' ')
      expect(secrets[command]).toContain(field)
    }
  })

  it('no secret of any command stands in an envelope, a message between tabs, or the database', async () => {
    const secretive = [...areas.registry.values(), ...noteAreas.registry.values()].filter(
      ({ secret }) => secret.length > 0,
    )
    expect(secretive.length).toBeGreaterThan(5)
    for (const def of secretive) {
      const from = noteAreas.registry.get(def.type) === def ? noteAreas : productAreas
      const tab = await openIn(from)
      const other = await browser?.openTab()
      for (const payload of fc.sample(valuesOf(def.payload), { numRuns: 5, seed: 11 })) {
        const words = Object.fromEntries(def.secret.map((key, nth) => [key, `Geheim-${nth}-x7!`]))
        // Accepted or refused by its schema, by its decision or by a broken neighbour: nothing may leak on any way.
        await tab.dispatch({ type: def.type, payload: { ...(payload as object), ...words } })
        await tab.dispatch({ type: def.type, payload: { ...(payload as object), ...words, unasked: 1 } })
        await tab.dispatch({ type: def.type, payload: words })
        await tab.dispatch({ type: `${def.type}.unknown`, payload: words })
      }
      const everything = JSON.stringify([await allEnvelopes(tab), browser?.hub.said, await dump(browser)])
      expect(everything).toContain(def.type)
      expect(everything).not.toContain('Geheim')
      await other?.close()
      await browser?.close()
    }
  })
})

async function openIn(of: typeof productAreas): Promise<Tab> {
  browser = createBrowser(of)
  const tab = await browser.openTab()
  await tab.openAccount(7)
  await tab.openProject(1)
  await tab.settled()
  return tab
}

/** Every value in every store of every database of the browser. */
async function dump(of: TestBrowser | null): Promise<unknown[]> {
  if (!of) return []
  const found: unknown[] = []
  for (const { name } of await of.indexedDB.databases()) {
    if (name === undefined) continue
    const db = await promised(of.indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      found.push(await promised(db.transaction(store).objectStore(store).getAll()))
    }
    db.close()
  }
  return found
}
const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
