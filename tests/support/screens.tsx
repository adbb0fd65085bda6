/**
 * Screens as a person sees them: the real routes over the real stores, in one tab with its log in memory, against a
 * server in memory that answers by the contracts.
 */
import { ChakraProvider } from '@chakra-ui/react'
import { configure, type RenderResult, render } from '@testing-library/react'
import { Provider } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { pathOf, type ReplyOf } from '#contracts/call.ts'
import { allCalls } from '#contracts/index.ts'
import { encodeRole, type RoleName, roleRanks } from '#contracts/permission.ts'
import { defaultProcessing } from '#contracts/processing.ts'
import type { readFlow } from '#contracts/stages.ts'
import { openWorkspace, type Workspace } from '#src/app/workspace.ts'
import { areas } from '#src/areas.ts'
import { selectProject } from '#src/commands/selection.ts'
import { logIn } from '#src/commands/session.ts'
import { sleep, sole } from '#src/effects/environment.ts'
import { type BrowserStorage, memoryArea } from '#src/effects/storage/browser.ts'
import { soleElection } from '#src/events/log/leader.ts'
import { Messages } from '#src/features/shell/messages.tsx'
import { ActionsProvider } from '#src/features/ui/actions.tsx'
import { system } from '#src/features/ui/system.ts'
import { Screens } from '#src/routes/table.tsx'
import { mayAs } from './may.ts'

const origin = 'http://affiant.test'
// A screen's code is fetched when it is first shown: on a busy machine that takes its time.
configure({ asyncUtilTimeout: 8000 })

/**
 * jsdom has no media queries, lays nothing out and cannot scroll: widths are answered by the window's own, no element
 * ever changes its size, scrolling goes nowhere.
 */
window.matchMedia = (query) => {
  const width = (bound: string) =>
    Number(new RegExp(`\\(${bound}-width: ?([\\d.]+)px\\)`).exec(query)?.[1] ?? Number.NaN)
  const [least, most] = [width('min'), width('max')]
  const matches =
    (!Number.isNaN(least) || !Number.isNaN(most)) &&
    !(window.innerWidth < least) &&
    !(window.innerWidth > most)
  return Object.assign(new EventTarget(), {
    matches,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
}
window.scrollTo = () => undefined
Element.prototype.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Nothing is laid out here: nothing lies anywhere.
document.elementFromPoint = () => null
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
const at = '2026-03-02T10:00:00.000Z'

const { passwords: _, ...unlocked } = defaultProcessing

const none = { items: 0, bytes: 0 }
const noFlow: ReplyOf<typeof readFlow>['total'] = {
  in: none,
  containers: none,
  duplicates: none,
  deNisted: none,
  exceptions: none,
  inlineImages: none,
  filtered: none,
  waiting: none,
  promoted: none,
  reconciliation: {
    imports: 0,
    unsettled: 0,
    notRead: { files: 0, bytes: 0 },
    open: 0,
    unexplained: 0,
    twice: 0,
  },
}

export interface Asked {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Headers
}
/** A reply by its contract, or `refused` with a status; or a promise of one. */
export type Answer = (asked: Asked) => unknown
export type Answers = Readonly<Record<string, Answer>>

export class Refusal {
  readonly status: number
  readonly reply: { message: string; detail: string; code: string; requestId: string; data?: unknown }
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    message: string,
    code = 'conflict',
    headers: Readonly<Record<string, string>> = {},
    detail = '',
    data?: unknown,
  ) {
    this.status = status
    this.reply = { message, detail, code, requestId: 'r-1', ...(data === undefined ? {} : { data }) }
    this.headers = headers
  }
}

export interface Desk extends Workspace {
  /** Everything that was asked, in order. */
  readonly asked: readonly Asked[]
  readonly faults: readonly unknown[]
  readonly local: ReturnType<typeof memoryArea>
  readonly cookies: Map<string, string>
  /** Takes the connection away, or gives it back. */
  readonly setOnline: (online: boolean) => void
  /** Waits until nothing runs. */
  readonly rest: () => Promise<void>
  /** Signed in completely, as this role, with the sample project open unless told otherwise. */
  readonly signIn: (role: RoleName, project?: 'open' | 'none') => Promise<void>
  /** Renders the product at a path; `path()` tells where it went, `query()` what the address asks for there. */
  readonly show: (
    path: string,
  ) => RenderResult & { readonly path: () => string; readonly query: () => string }
  /** Renders something of the product inside its providers. */
  readonly mount: (element: ReactElement) => RenderResult
}

export async function openDesk(answers: Answers = {}): Promise<Desk> {
  const line = { online: true, watchers: new Set<() => void>() }
  const asked: Asked[] = []
  const faults: unknown[] = []
  const local = memoryArea()
  const cookies = new Map<string, string>()
  let role: RoleName = 'Default'
  const standard = standardAnswers(() => role)
  const fetchInMemory: typeof fetch = async (input, init) => {
    if (!line.online) throw new TypeError('fetch failed')
    const said = readRequest(String(input), init)
    if (said === null)
      return reply(404, { message: 'There is no such call.', detail: '', code: 'notFound', requestId: '' })
    asked.push(said)
    const answerer = answers[said.name] ?? standard[said.name]
    if (!answerer) {
      return reply(503, {
        message: `${said.name} has no answer here`,
        detail: '',
        code: 'unavailable',
        requestId: '',
      })
    }
    const given = await answerer(said)
    if (given instanceof Refusal) return reply(given.status, given.reply, given.headers)
    return given === undefined ? new Response(null, { status: 204 }) : reply(200, given)
  }
  let ids = 0
  const storage: BrowserStorage = {
    local,
    session: memoryArea(),
    cookies: {
      get: (name) => cookies.get(name) ?? null,
      set: (name, value) => cookies.set(name, value),
      remove: (name) => cookies.delete(name),
    },
    subscribe: () => () => undefined,
  }
  const workspace = await openWorkspace({
    areas,
    indexedDB: undefined,
    channels: () => null,
    elect: soleElection,
    signals: () => () => undefined,
    keys: null,
    env: {
      now: () => Date.now(),
      // Waits are short here: what is tested is what follows them.
      sleep: (ms, signal) => sleep(Math.min(ms, 30), signal),
      // What has no answer is asked for again: after a hundredth of the longest wait, which no sleep cuts short.
      random: () => 0.01,
      online: () => line.online,
      hidden: () => false,
      subscribe: (changed) => {
        line.watchers.add(changed)
        return () => line.watchers.delete(changed)
      },
      alone: sole,
    },
    newId: () => `desk-${String(ids++).padStart(8, '0')}`,
    idle: (work) => setTimeout(work, 0),
    secure: true,
    onFault: (fault) => faults.push(fault),
    fetch: fetchInMemory,
    xhr: () => new XMLHttpRequest(),
    timeZone: () => 'Europe/Zurich',
    console: { error: () => undefined },
    origin,
    storage,
    leaveTo: () => undefined,
    saveFile: () => undefined,
  })
  const { app } = workspace
  const rest = async () => {
    for (let round = 0; round < 3; round++) {
      await app.effects.idle()
      await app.settled()
    }
  }
  const around = (inside: ReactNode): ReactElement => (
    <Provider value={app.scope}>
      <ChakraProvider value={system}>
        <ActionsProvider>
          {inside}
          <Messages />
        </ActionsProvider>
      </ChakraProvider>
    </Provider>
  )
  return {
    ...workspace,
    asked,
    faults,
    local,
    cookies,
    rest,
    setOnline: (online) => {
      line.online = online
      for (const changed of line.watchers) changed()
    },
    signIn: async (as, project = 'open') => {
      role = as
      await app.dispatch(logIn({ email: 'ada@northwind.example', password: 'correct horse battery' }))
      await rest()
      if (project === 'open') {
        await app.dispatch(selectProject({ clientId: 1, projectId: 11 }))
        await rest()
      }
    },
    show: (path) => {
      let here = { pathname: path, search: '' }
      const shown = render(
        around(
          <MemoryRouter initialEntries={[path]}>
            <Where
              tell={(now) => {
                here = now
              }}
            />
            <Screens />
          </MemoryRouter>,
        ),
      )
      return { ...shown, path: () => here.pathname, query: () => here.search }
    },
    mount: (element) => render(around(element)),
  }
}

function Where({ tell }: { readonly tell: (at: { pathname: string; search: string }) => void }) {
  tell(useLocation())
  return null
}

const reply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const patterns = allCalls.map((call) => ({
  call,
  names: [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
  pattern: new RegExp(
    `^${pathOf(call)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '([^/]+)')}$`,
  ),
}))

function readRequest(address: string, init: RequestInit | undefined): Asked | null {
  const url = new URL(address, origin)
  const method = init?.method ?? 'GET'
  for (const { call, names, pattern } of patterns) {
    const found = call.method === method ? pattern.exec(url.pathname) : null
    if (!found) continue
    return {
      name: call.name,
      params: Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
      ),
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      headers: new Headers(init?.headers),
    }
  }
  return null
}

/** One client with two projects, one of them coded with forms; nothing runs. */
function standardAnswers(role: () => RoleName): Answers {
  const session = () => ({
    token: 'token-in-memory',
    roleCode: encodeRole(role()),
    version: '0.1.0',
    stage: 'full',
    userId: 5,
    expiresAt: '2999-01-01T00:00:00.000Z',
    idleMs: 3_600_000,
  })
  const row = (projectId: number, projectName: string, documentCount: number, codedCount: number) => ({
    projectId,
    projectName,
    companyId: 1,
    prefix: 'NW',
    roleName: role(),
    level: roleRanks[role()],
    documentCount,
    codedCount,
    runningJobs: 0,
    createdAt: at,
    lastActivityAt: at,
  })
  const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
  return {
    'documents.renew': () => ({ document: null }),
    'auth.login': session,
    'auth.getToken': session,
    'auth.deleteToken': () => undefined,
    'auth.getLicence': () => ({ version: '1', text: 'Be fair.', accepted: true, acceptedAt: at }),
    'auth.acceptLicence': session,
    'auth.deleteLicence': () => undefined,
    'auth.getProfile': () => ({
      userId: 5,
      accountId: 5,
      userEmail: 'ada@northwind.example',
      userName: 'Ada Northwind',
      userPhotoUrl: null,
      userPhone: '',
      ssoEnabled: false,
      mfaEnabled: false,
    }),
    'auth.getViewerSetting': () => ({}),
    'auth.putViewerSetting': ({ body }) => body,
    'company.list': () =>
      list([
        {
          company_id: 1,
          company_name: 'Northwind',
          qa_copilot: false,
          slack_collection: false,
          projectCount: 2,
        },
      ]),
    'company.listProjects': () => list([row(11, 'Larkspur', 400, 100), row(12, 'Lease', 20, 0)]),
    'project.get': ({ headers }) => ({
      projectId: Number(headers.get('projectId')),
      projectName: 'Larkspur',
      companyId: 1,
      companyName: 'Northwind',
      prefix: 'NW',
      roleName: role(),
      level: roleRanks[role()],
      may: mayAs(role()),
      settings: { timeZone: 'America/New_York', precedence: 'standard' },
      features: [{ name: 'codingforms', enabled: true }],
      maxTextSize: 1_000_000,
      propagationEnabled: true,
      reviewerTrackingEnabled: true,
      codingIdleTimeout: 15,
      securableGroups: [],
    }),
    'audit.verifyProgress': () => ({ running: null, last: null }),
    'project.report': () => ({
      documents: 400,
      families: 300,
      coded: 100,
      custodians: 3,
      exceptions: 2,
      openExceptions: 1,
      duplicatesSuppressed: 12,
      withoutText: 7,
      byRecordType: [{ name: 'E-mail', count: 300 }],
      byMonth: [{ month: '2001-05', count: 400 }],
      byCustodian: [{ name: 'Rivera', count: 400 }],
      jobs: { running: 0, queued: 0, failed: 0 },
      recent: [{ at, who: 'Ada Northwind', action: 'coding.saved', what: 'NW00000001' }],
    }),
    'project.listCustodians': () => list([{ custodianId: 3, name: 'Rivera', documentCount: 400 }]),
    'collect.listSources': () =>
      list([
        {
          sourceId: 4,
          name: 'Laptop',
          custodianId: 3,
          custodian: 'Rivera',
          autoProcess: true,
          autoPromote: true,
          version: 1,
          files: 0,
          bytes: 0,
          waiting: 0,
          documents: 0,
          exceptions: 0,
          openExceptions: 0,
          createdBy: 'Ada Northwind',
          createdAt: at,
        },
      ]),
    'collect.listSourceFiles': () => list([]),
    'collect.listServerRoots': () => list([]),
    'processing.settings': () => ({ ...defaultProcessing, passwords: ['tulip'], version: 3 }),
    'processing.jobSettings': () => ({
      jobId: 7,
      autoProcess: null,
      autoPromote: true,
      processing: { ...unlocked, timeZone: 'America/New_York', hashLists: [] },
    }),
    'excludedFields.get': () => ({ export: [], externalSync: [], version: 1, fields: [] }),
    'exports.list': () => list([]),
    'fields.list': () => list([]),
    'loads.list': () => list([]),
    'productions.list': () => list([]),
    'settings.get': () => ({
      projectName: 'Larkspur',
      prefix: 'NW',
      timeZone: 'America/New_York',
      timeZoneFixed: null,
      precedence: 'standard',
      noise: null,
      maxTextSize: 1_000_000,
      propagationEnabled: true,
      reviewerTrackingEnabled: true,
      codingIdleTimeout: 15,
      aiSendingAllowed: false,
    }),
    'keywords.list': () => list([]),
    'keywords.report': ({ query }) => ({
      ...list([]),
      stage: query.stage ?? 'review',
      documents: 0,
      withoutText: 0,
      indexedAsOf: null,
      precedence: 'standard',
      noise: [],
    }),
    'hashLists.list': () => list([]),
    'collect.listUploads': () => list([]),
    'collect.listExceptions': () => list([]),
    'collect.exceptionFigures': () => ({ ...list([]), lastAccepted: null }),
    'stages.flow': () => ({ total: noFlow, sources: [], custodians: [] }),
    'stages.report': () => list([]),
    'jobs.list': () => list([]),
    'processing.startable': () => ({
      documents: 400,
      ocr: { documents: 7, pages: 31 },
      ocrWithText: { documents: 20, pages: 90 },
    }),
    'jobs.details': ({ query }) => ({
      jobId: Number(query.jobId),
      workers: [],
      stages: [
        { stage: 'waiting', count: 0, of: 'items' },
        { stage: 'read', count: 400, of: 'items' },
      ],
    }),
    'jobs.listOfClient': () => list([]),
    'jobs.unfinishedProgress': () => list([]),
    'coding.listForms': () => list([]),
    'tags.list': () => list([]),
    'documents.search': () => ({
      data: [],
      totalCount: 0,
      hitCount: 0,
      snapshotId: 'snapshot-1',
      page: 1,
      pageSize: 50,
      reading: '',
      notes: [],
      withoutText: 0,
      indexedAsOf: null,
      tookMs: 1,
    }),
  }
}
