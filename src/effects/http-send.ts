/**
 * The two ways out: fetch, and XMLHttpRequest where the progress of an upload is wanted (fetch has none). Both give
 * the same answer and fail with the same words.
 */
import { messages, timeoutExceeded } from '#contracts/errors.ts'
import type { Progress } from './call.ts'
import { CallFailed, callFailure, canceled } from './failure.ts'
import type { HttpRequest } from './http-request.ts'

export interface HttpAnswer {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly bytes: Blob
}

interface SendOptions {
  readonly signal: AbortSignal | undefined
  /** In ms; 0: none. */
  readonly timeout: number
  readonly progress: Progress | undefined
  readonly priority?: 'low' | undefined
}

export type Send = (request: HttpRequest, options: SendOptions) => Promise<HttpAnswer>

const timedOut = (ms: number) =>
  callFailure({ kind: 'timeout', message: messages.timedOut, transport: timeoutExceeded(ms) })
const lost = callFailure({ kind: 'network', message: messages.networkError })
const aborted = callFailure({ kind: 'aborted', message: messages.aborted })
const unsupported = (url: string) =>
  callFailure({
    kind: 'protocol',
    message: messages.unsupportedProtocol,
    transport: `${messages.unsupportedProtocol} ${url.slice(0, url.indexOf(':') + 1)}`,
  })

/** Addresses without a scheme belong to the page's own, which is one of these two. */
function refuseOtherProtocols(url: string): void {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) && !/^https?:/i.test(url)) throw new CallFailed(unsupported(url))
}

export const sendByFetch =
  (fetch: typeof globalThis.fetch): Send =>
  async (request, { signal, timeout, progress, priority }) => {
    refuseOtherProtocols(request.url)
    if (signal?.aborted) throw new CallFailed(canceled)
    const ending = new AbortController()
    const cancel = () => ending.abort()
    signal?.addEventListener('abort', cancel, { once: true })
    let late = false
    const timer =
      timeout > 0
        ? setTimeout(() => {
            late = true
            ending.abort()
          }, timeout)
        : undefined
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        credentials: 'include',
        ...(priority ? { priority } : {}),
        signal: ending.signal,
      })
      const bytes = await read(response, progress)
      return { status: response.status, header: (name) => response.headers.get(name), bytes }
    } catch (thrown) {
      if (late) throw new CallFailed(timedOut(timeout))
      if (signal?.aborted) throw new CallFailed(canceled)
      // The browser itself gave up (a page being left): not our doing, and no word from the network.
      if (thrown instanceof DOMException && thrown.name === 'AbortError') throw new CallFailed(aborted)
      throw new CallFailed(lost)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

async function read(response: Response, progress: Progress | undefined): Promise<Blob> {
  if (!progress || !response.body) return response.blob()
  const total = Number(response.headers.get('Content-Length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  progress(0, total)
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    done += part.value.byteLength
    progress(done, Math.max(total, done))
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

export const sendByXhr =
  (makeXhr: () => XMLHttpRequest): Send =>
  (request, { signal, timeout, progress }) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      refuseOtherProtocols(request.url)
      if (signal?.aborted) throw new CallFailed(canceled)
      const xhr = makeXhr()
      const cancel = () => xhr.abort()
      const settle = (then: () => void) => () => {
        signal?.removeEventListener('abort', cancel)
        then()
      }
      xhr.open(request.method, request.url)
      xhr.responseType = 'arraybuffer'
      xhr.withCredentials = true
      xhr.timeout = timeout
      for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
      if (progress) xhr.upload.onprogress = (event) => progress(event.loaded, event.total)
      xhr.onload = settle(() => {
        const bytes: ArrayBuffer | null = xhr.response
        resolve({
          status: xhr.status,
          header: (name) => xhr.getResponseHeader(name),
          bytes: new Blob(bytes === null ? [] : [bytes]),
        })
      })
      xhr.onerror = settle(() => reject(new CallFailed(lost)))
      xhr.ontimeout = settle(() => reject(new CallFailed(timedOut(timeout))))
      xhr.onabort = settle(() => reject(new CallFailed(signal?.aborted ? canceled : aborted)))
      signal?.addEventListener('abort', cancel, { once: true })
      xhr.send(request.body)
    })
