/**
 * The one way to the server: a call of a contract becomes a request, its answer becomes data that the contract
 * vouches for, or a failure with the catalogue's words.
 */
import { type AnyCall, pathOf } from '#contracts/call.ts'
import { type ErrorCode, messages, sessionEndDetails } from '#contracts/errors.ts'
import type { Call } from './call.ts'
import { CallFailed, type CallFailure, callFailure } from './failure.ts'
import { buildRequest, type Carried, isExempt, isWrite, type Said } from './http-request.ts'
import { type HttpAnswer, sendByFetch, sendByXhr } from './http-send.ts'
import type { TokenVault } from './token-vault.ts'

export interface HttpPorts extends Omit<Carried, 'token'> {
  readonly fetch: typeof globalThis.fetch
  readonly xhr: () => XMLHttpRequest
  readonly vault: TokenVault
  /** Whether a 401 may end the session: nobody is logged out who was not signed in. */
  readonly signedIn: () => boolean
  /**
   * Before a call that needs a session goes out without a token: asks for the token where there should be one (a page
   * that has just been opened), so that no call can mistake its absence for the end of the session.
   */
  readonly authorise: (contract: AnyCall) => Promise<void>
  /** Called once per session, however many calls were in flight. */
  readonly onSessionEnd: (failure: CallFailure) => void
  /** Origins besides the page's own to which a reply may redirect. */
  readonly redirectOrigins: readonly string[]
  readonly ownOrigin: string
  /** What time the server says it is, in ms since 1970. */
  readonly heard?: (serverTime: number) => void
  /** Backend errors go here and nowhere else. */
  readonly console: Pick<Console, 'error'>
}

export interface Http {
  readonly call: Call & ((contract: AnyCall, said?: Said) => Promise<unknown>)
}

export function createHttp(ports: HttpPorts): Http {
  const byFetch = sendByFetch(ports.fetch)
  const byXhr = sendByXhr(ports.xhr)
  const carried: Carried = {
    baseUrls: ports.baseUrls,
    timeZone: ports.timeZone,
    project: ports.project,
    cookie: ports.cookie,
    token: () => ports.vault.get(),
  }
  let endedGeneration = -1

  const endSession = (failure: CallFailure, generation: number): void => {
    // An answer to an older token says nothing about this one; and one end is enough for all calls.
    if (generation !== ports.vault.generation() || endedGeneration === generation) return
    if (!ports.signedIn()) return
    endedGeneration = generation
    ports.onSessionEnd(failure)
  }

  const exchange = async (contract: AnyCall, said: Said): Promise<unknown> => {
    if (ports.vault.get() === null && contract.needs !== 'public' && !isExempt(pathOf(contract))) {
      await ports.authorise(contract)
    }
    const generation = ports.vault.generation()
    const request = buildRequest(contract, said, carried)
    const send = said.progress && isWrite(contract) ? byXhr : byFetch
    const answer = await send(request, {
      signal: said.signal,
      timeout: said.timeout ?? 0,
      progress: said.progress,
      priority: said.priority,
    })
    const serverTime = Date.parse(answer.header('Date') ?? '')
    if (Number.isFinite(serverTime)) ports.heard?.(serverTime)
    const succeeded = answer.status >= 200 && answer.status < 300
    if (succeeded && contract.rawReply) return answer.bytes
    const data = await parse(answer)
    if (redirectOf(data) !== null) return redirected(contract, data, ports)
    if (succeeded) return validated(contract, data, answer)
    const failure = statusFailure(answer, data)
    if (answer.status === 401 && endsSession(failure)) endSession(failure, generation)
    throw new CallFailed(failure)
  }

  const call = async (contract: AnyCall, said: Said = {}): Promise<unknown> => {
    try {
      return await exchange(contract, said)
    } catch (thrown) {
      log(thrown, ports.console)
      throw thrown
    }
  }
  // The contract's reply schema has vouched for the data (or, for bytes, the contract says so).
  return { call: call as Http['call'] }
}

/** Whether a 401's words mean that the session is over. Compared without case; any other 401 is only a refusal. */
export const endsSession = ({ message, detail }: Pick<CallFailure, 'message' | 'detail'>): boolean =>
  sessionEndDetails.some((words) => {
    const wanted = words.toLowerCase()
    return detail.trim().toLowerCase() === wanted || message.trim().toLowerCase() === wanted
  })

async function parse(answer: HttpAnswer): Promise<unknown> {
  const text = await answer.bytes.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}
const unreadable = Symbol('not JSON')

function validated(contract: AnyCall, data: unknown, answer: HttpAnswer): unknown {
  const parsed = contract.reply.safeParse(data)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new CallFailed(invalidReply(contract, where, answer.status, answer.header('X-Request-Id')))
}

const invalidReply = (
  contract: AnyCall,
  where: string,
  status: number,
  requestId: string | null,
): CallFailure =>
  callFailure({
    kind: 'invalid',
    status,
    message: messages.unexpected,
    transport: `The reply of ${contract.name} is not what its contract says${where === '' ? '' : `: ${where}`}`,
    requestId: requestId ?? '',
  })

const field = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null && name in data
    ? Object.entries(data).find(([k]) => k === name)?.[1]
    : undefined
const textField = (data: unknown, name: string): string => {
  const value = field(data, name)
  return typeof value === 'string' ? value : ''
}

function redirectOf(data: unknown): string | null {
  const url = textField(data, 'redirect_url')
  return url === '' ? null : url
}

/** A reply with a `redirect_url` is success, whatever its status; but only to addresses that may be followed. */
function redirected(contract: AnyCall, data: unknown, ports: HttpPorts): unknown {
  const url = redirectOf(data) ?? ''
  const allowed = [ports.ownOrigin, ...ports.redirectOrigins]
  const parsed = contract.reply.safeParse(data)
  if (
    !URL.canParse(url, ports.ownOrigin) ||
    !allowed.includes(new URL(url, ports.ownOrigin).origin) ||
    !parsed.success
  ) {
    throw new CallFailed(invalidReply(contract, 'redirect_url', 0, null))
  }
  return parsed.data
}

function statusFailure(answer: HttpAnswer, data: unknown): CallFailure {
  const message = textField(data, 'message')
  const detail = textField(data, 'detail')
  return {
    kind: 'status',
    status: answer.status,
    code: textField(data, 'code'),
    message: message || detail || messages.unexpected,
    detail,
    transport: `${messages.statusFailed} ${answer.status}`,
    retryAfter: retryAfter(answer.header('Retry-After'), answer.header('Date')),
    data: field(data, 'data'),
    requestId: textField(data, 'requestId') || (answer.header('X-Request-Id') ?? ''),
  }
}

/** Seconds, or a date: taken against the server's own clock, so that ours does not matter. */
function retryAfter(value: string | null, serverDate: string | null): number | null {
  if (value === null) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const wait = Date.parse(value) - (serverDate === null ? Date.now() : Date.parse(serverDate))
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

/** Refusals that answer what somebody typed or waits for: they are read where they were asked for, and are no errors. */
const answers: ReadonlySet<string> = new Set<ErrorCode>(['query.invalid', 'search.opening', 'search.timeout'])

/** To the console only: the response's message, else the request's error, else 'An unknown error occurred.' */
function log(thrown: unknown, console: Pick<Console, 'error'>): void {
  if (thrown instanceof CallFailed) {
    const { kind, code, message, transport } = thrown.failure
    if (kind === 'canceled' || kind === 'aborted' || answers.has(code)) return
    const responded = kind === 'status' && message !== messages.unexpected ? message : ''
    console.error(responded || transport || messages.unknownError)
  } else {
    console.error((thrown instanceof Error ? thrown.message : '') || messages.unknownError)
  }
}
