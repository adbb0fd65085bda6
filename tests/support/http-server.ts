/** A real HTTP server on a free port for tests of the transport: what it was asked is kept, what it answers is said per test. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly bytes: Buffer
  /** Whether the client has hung up before it was answered. */
  readonly gone: () => boolean
}

export interface Answered {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, unless it is text or bytes; absent: nothing. */
  readonly body?: unknown
}

/** `hangUp`: closes the connection without a word. */
export type Handler = (asked: Asked) => Promise<Answered | 'hangUp'> | Answered | 'hangUp'

export interface TestHttpServer {
  readonly origin: string
  readonly asked: Asked[]
  handler: Handler
  readonly close: () => Promise<void>
}

export async function startHttpServer(handler: Handler): Promise<TestHttpServer> {
  const asked: Asked[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let gone = false
    response.on('close', () => {
      gone = !response.writableFinished
    })
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const bytes = Buffer.concat(parts)
    const one: Asked = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: bytes.toString('utf8'),
      bytes,
      gone: () => gone,
    }
    asked.push(one)
    const answer = await server.handler(one)
    if (answer === 'hangUp') {
      response.destroy()
      return
    }
    const { status = 200, headers = {}, body } = answer
    const text =
      body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, {
      ...(typeof body === 'object' && !Buffer.isBuffer(body) ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    })
    response.end(text)
  }
  const http = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: TestHttpServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    handler,
    close: () =>
      new Promise((resolve, reject) => {
        http.closeAllConnections()
        http.close((fault) => (fault ? reject(fault) : resolve()))
      }),
  }
  return server
}
