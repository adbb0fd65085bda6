/** Work of all kinds, good and bad, for the tests of the pool. */
import { spawn } from 'node:child_process'
import { writeFileSync, writeSync } from 'node:fs'
import type { Tools } from '#server/jobs/child.ts'

export interface Try {
  readonly what:
    | 'double'
    | 'parts'
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
  readonly n?: number
  readonly path?: string
}

export async function work(task: Try, tools: Tools): Promise<unknown> {
  tools.at(`${task.what} ${task.n ?? ''}`.trim())
  switch (task.what) {
    case 'double':
      return { n: (task.n ?? 0) * 2, pid: process.pid, bytes: new Uint8Array([1, 2, 3]) }
    case 'parts':
      for (let i = 0; i < (task.n ?? 0); i += 1) await tools.emit({ i })
      return 'through'
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
    case 'env':
      return { ...process.env }
    case 'babble':
      writeSync(4, 'no JSON at all\n')
      return await new Promise(() => {})
    case 'nothing':
      process.send?.(null)
      return await new Promise(() => {})
    case 'sleep':
      await new Promise((resolve) => setTimeout(resolve, task.n))
      return 'slept'
  }
}
