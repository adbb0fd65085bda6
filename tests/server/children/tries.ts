/** Work of all kinds, good and bad, for the tests of the pool. */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns'
import { once } from 'node:events'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { serialize } from 'node:v8'
import type { Tools } from '#server/platform/jobs/protocol.ts'
import { journalPipe, messagePipe } from '#server/platform/jobs/wire.ts'

/** Ways out into the network, and into sockets of this machine. */
export const doors = ['net', 'stderr', 'http', 'fetch', 'listen', 'datagram', 'lookup'] as const
export type Door = (typeof doors)[number]

export interface Try {
  readonly what:
    | 'double'
    | 'parts'
    | 'flood'
    | 'ahead'
    | 'throw'
    | 'loop'
    | 'heap'
    | 'buffers'
    | 'exit'
    | 'write'
    | 'spawn'
    | 'env'
    | 'sleep'
    | 'babble'
    | 'nothing'
    | 'garbage'
    | 'longMessage'
    | 'longLine'
    | 'read'
    | 'interfaces'
    | Door
  readonly n?: number
  readonly path?: string
  readonly port?: number
}

export async function work(task: Try, tools: Tools): Promise<unknown> {
  tools.at(`${task.what} ${task.n ?? ''}`.trim())
  switch (task.what) {
    case 'double':
      return { n: (task.n ?? 0) * 2, pid: process.pid, bytes: new Uint8Array([1, 2, 3]) }
    case 'parts':
      for (let i = 0; i < (task.n ?? 0); i += 1) await tools.emit({ i })
      return 'through'
    case 'flood':
      for (let i = 0; i < 3; i += 1) void tools.emit({ i })
      return await new Promise(() => {})
    case 'ahead': {
      const taken = tools.emit({})
      // Time for the part to be on its way before what comes next is said.
      await new Promise((resolve) => setTimeout(resolve, 50))
      tools.at('the next')
      await taken
      return 'through'
    }
    case 'throw':
      throw Object.assign(new TypeError('This cannot be read.'), { code: 'E_BROKEN' })
    case 'loop':
      for (;;) Math.sqrt(2)
    case 'heap': {
      const kept: unknown[] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })))
    }
    case 'buffers': {
      const kept: Buffer[] = []
      for (;;) {
        kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    case 'exit':
      process.exit(3)
      break
    case 'write':
      writeFileSync(task.path ?? '', 'x')
      return 'written'
    case 'spawn':
      spawn('true')
      return 'spawned'
    case 'read':
      return readFileSync(task.path ?? '', 'utf8')
    case 'interfaces':
      return Object.values(networkInterfaces()).flat().length
    case 'env':
      return { ...process.env }
    case 'babble':
      writeSync(journalPipe, 'no JSON at all\n')
      return await new Promise(() => {})
    case 'nothing':
      sendBytes(serialize(null))
      return await new Promise(() => {})
    case 'garbage':
      sendBytes(Buffer.from('no clone at all'))
      return await new Promise(() => {})
    case 'longMessage': {
      const head = Buffer.alloc(4)
      head.writeUInt32LE(0xffff_ffff)
      writeSync(messagePipe, head)
      return await new Promise(() => {})
    }
    case 'longLine':
      for (;;) writeSync(journalPipe, 'x'.repeat(65_536))
    case 'sleep':
      await new Promise((resolve) => setTimeout(resolve, task.n))
      return 'slept'
    default:
      return await through(task.what, task)
  }
}

/** As a child may that a document has taken over: past everything that is there for sending. */
function sendBytes(body: Buffer): void {
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  writeSync(messagePipe, Buffer.concat([head, body]))
}

/** Goes through a door; resolves where it stands open. */
async function through(door: Door, { port = 0, path }: Try): Promise<string> {
  const target = path === undefined ? { port, host: '127.0.0.1' } : { path }
  const url = `http://127.0.0.1:${port}/`
  switch (door) {
    case 'net':
      await once(connect(target), 'connect')
      break
    case 'stderr':
      // A socket that is there already has a class that makes others.
      await once(new (process.stderr.constructor as typeof Socket)().connect(target), 'connect')
      break
    case 'http': {
      const { get } = await import('node:http')
      await once(get(url), 'response')
      break
    }
    case 'fetch':
      await fetch(url).catch((error: Error) => {
        throw error.cause
      })
      break
    case 'listen':
      await once(createServer().listen(0, '127.0.0.1'), 'listening')
      break
    case 'datagram':
      await new Promise((resolve) => createSocket('udp4').send('x', port, '127.0.0.1', resolve))
      break
    case 'lookup':
      await new Promise((resolve) => lookup('localhost', resolve))
  }
  return 'open'
}
