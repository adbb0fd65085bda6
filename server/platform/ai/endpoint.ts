/**
 * Requests to the OpenAI-compatible endpoint: bounded in time and size, cancelled at once, and tried again where another try
 * may succeed. What an endpoint says of an error may repeat the key or the document, so its words are never passed on.
 */
import type { AiConfig } from '../config.ts'
import { AiFault } from './fault.ts'
import { waitAsked } from './retry-after.ts'

export interface AiLimits {
  /** One try, its answer included. */
  readonly timeoutMs: number
  readonly tries: number
  /** The first wait between two tries; doubled each time, with jitter. */
  readonly firstWaitMs: number
  /** Who asks for a longer wait is taken for not available. */
  readonly maxWaitMs: number
  readonly maxReplyBytes: number
}
export const defaultLimits: AiLimits = {
  timeoutMs: 180_000,
  tries: 5,
  firstWaitMs: 1_000,
  maxWaitMs: 300_000,
  maxReplyBytes: 8 * 1024 * 1024,
}

/** A failure that another try may not have, and how long the endpoint wants to be left alone (null: it does not say). */
interface Setback {
  readonly why: string
  readonly waitMs: number | null
}

export class Endpoint {
  readonly #config: AiConfig
  readonly #limits: AiLimits
  constructor(config: AiConfig, limits: AiLimits = defaultLimits) {
    this.#config = config
    this.#limits = limits
  }

  get model(): string {
    return this.#config.model
  }

  get transcribeModel(): string {
    return this.#config.transcribeModel
  }

  /** Posts JSON, or a form; resolves with the JSON that is answered, whatever it is. Rejects with an AiFault, or the signal's reason. */
  async post(
    path: string,
    body: FormData | Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { tries, firstWaitMs, maxWaitMs } = this.#limits
    for (let tried = 1; ; tried++) {
      const answer = await this.#try(path, body, signal)
      if ('value' in answer) return answer.value
      const { why, waitMs } = answer
      const own = firstWaitMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2)
      const wait = Math.max(waitMs ?? 0, Math.min(own, maxWaitMs))
      if (tried >= tries || wait > maxWaitMs) throw new AiFault('unavailable', why)
      await passed(wait, signal)
    }
  }

  async #try(
    path: string,
    body: FormData | Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | Setback> {
    const { baseUrl, apiKey } = this.#config
    const isForm = body instanceof FormData
    const timeout = AbortSignal.timeout(this.#limits.timeoutMs)
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          ...(isForm ? {} : { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
        // What is sent to one host is sent to no other.
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      if (response.ok) return { value: jsonOf(await this.#read(response)) }
      await response.body?.cancel()
      return setbackOf(response)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AiFault) throw error
      return {
        why: timeout.aborted ? 'The endpoint did not answer in time.' : 'The endpoint cannot be reached.',
        waitMs: null,
      }
    }
  }

  async #read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > this.#limits.maxReplyBytes) throw new AiFault('unusable', 'The endpoint answered too much.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AiFault('unusable', 'The endpoint’s answer is no JSON.')
  }
}

/** What a status that is no success means; throws where another try would end alike. */
function setbackOf({ status, headers }: Response): Setback {
  if (status === 401 || status === 403)
    throw new AiFault('setup', `The endpoint did not accept the key (${status}). Check AI_API_KEY.`)
  if (status === 402)
    throw new AiFault('setup', 'The endpoint wants to be paid first (402). See to the account of AI_API_KEY.')
  if (status === 404 || status === 405)
    throw new AiFault(
      'setup',
      `The endpoint knows no such address or model (${status}). Check AI_BASE_URL and AI_MODEL.`,
    )
  if (status < 400)
    throw new AiFault(
      'setup',
      'The endpoint sends elsewhere, which is not followed. Set AI_BASE_URL to where it leads.',
    )
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return {
      why: status === 429 ? 'The endpoint has too much to do (429).' : `The endpoint failed (${status}).`,
      waitMs: waitAsked(headers.get('retry-after'), Date.now()),
    }
  throw new AiFault('refused', `The endpoint refused it (${status}).`)
}

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
