/** Asks what there is to make texts of, and for the jobs that make them. */
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import {
  checkSummaries,
  checkTranscription,
  checkTranslation,
  type Destination,
  startSummaries,
  startTranscription,
  startTranslation,
  type TextCheck,
} from '#contracts/derived-texts.ts'
import { putSettings } from '#contracts/settings.ts'
import { checkTexts, noteBegun, noteCheck, noteCheckRefused, noteRefused } from '../commands/derived-texts.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import { allowanceRequested, checkAsked, textsRequested, type Wish } from '../events/catalog/derived-texts.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { alsoRunning, projectJobsKey, runningJobs } from '../stores/running-jobs.ts'
import type { Call } from './call.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome } from './outcomes.ts'

interface About {
  readonly documents: BulkDocuments
  readonly again: boolean
}

function found(call: Call, wish: Wish, about: About): Promise<TextCheck> {
  if (wish.kind === 'summarize') return call(checkSummaries, { body: { ...about, by: wish.by } })
  return wish.kind === 'translate'
    ? call(checkTranslation, { body: { ...about, to: wish.to } })
    : call(checkTranscription, { body: about })
}

type Start = About & { readonly correlationId: string }

function begin(
  call: Call,
  wish: Wish,
  body: Start,
  sendTo: Destination | null,
): Promise<{ jobId: number; documents: number }> {
  if (wish.kind === 'summarize') return call(startSummaries, { body: { ...body, sendTo } })
  // The decision lets none through that goes nowhere.
  const there = sendTo ?? { host: '', model: '' }
  return wish.kind === 'translate'
    ? call(startTranslation, { body: { ...body, to: wish.to, sendTo: there } })
    : call(startTranscription, { body: { ...body, language: wish.language, sendTo: there } })
}

const begun = {
  summarize: 'Summaries',
  translate: 'The translation',
  transcribe: 'The transcription',
} as const

/** Looks what there is to make texts of, and where it would go. */
async function check(
  { tabId, wish, documents, again }: PayloadOf<typeof checkAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const check = await found(call, wish, { documents, again })
  return { commands: [noteCheck({ tabId, wish, again, check })] }
}

/** Lets documents of the project be sent, and looks again. */
async function allow(
  { wish, again }: PayloadOf<typeof allowanceRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(putSettings, { body: { aiSendingAllowed: true } })
  return { commands: [checkTexts({ wish, again })] }
}

async function start(
  { payload, correlationId, projectId }: Envelope<PayloadOf<typeof textsRequested>>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const { tabId, wish, documents, again, sendTo } = payload
  const begunFor = await begin(call, wish, { documents, again, correlationId }, sendTo)
  const of =
    begunFor.documents === 1 ? 'one document' : `${begunFor.documents.toLocaleString('en-US')} documents`
  const message = `${begun[wish.kind]} of ${of} ${wish.kind === 'summarize' ? 'have' : 'has'} started`
  const running = projectId === null ? undefined : cached(runningJobs, projectJobsKey(projectId))
  return {
    cache: projectId === null ? [] : [alsoRunning(running, projectId, begunFor.jobId)],
    commands: [
      noteBegun({ tabId }),
      addToast({ kind: 'success', message }),
      ...(projectId === null ? [] : [requestProgress({ projectId })]),
    ],
  }
}

const asked = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

const saidNo = (tabId: string, message: string): Outcome => ({ commands: [noteRefused({ tabId, message })] })

export const derivedTextsEffects = [
  effect({
    ...asked,
    name: 'derivedTexts.check',
    on: checkAsked,
    strategy: 'latest',
    timeout: 60_000,
    request: ({ payload }, ctx) => check(payload, ctx),
    fail: ({ payload: { tabId, wish, again } }, { kind, message }) =>
      kind === 'canceled' ? {} : { commands: [noteCheckRefused({ tabId, wish, again, message })] },
  }),
  effect({
    ...asked,
    name: 'derivedTexts.allow',
    on: allowanceRequested,
    strategy: 'queue',
    request: ({ payload }, ctx) => allow(payload, ctx),
    fail: ({ payload: { tabId } }, { message }) => saidNo(tabId, message),
  }),
  effect({
    ...asked,
    name: 'derivedTexts.start',
    // However often the tab is loaded anew meanwhile, one job is begun.
    delivery: 'once',
    on: textsRequested,
    strategy: 'queue',
    timeout: 60_000,
    request: (wanted, ctx) => start(wanted, ctx),
    fail: ({ payload: { tabId } }, { message }) => saidNo(tabId, message),
  }),
]
