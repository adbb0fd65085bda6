/** What runs inside a child process of the pool: takes tasks, hands back parts and results. */
import './no-network.ts'
import { writeSync } from 'node:fs'
import type { FromChild, ToChild, Tools, Work } from './protocol.ts'

/** The pipe on which `at` is written: synchronous, so that the last name is there even after a crash. */
const journal = 4

let taken: (() => void) | null = null

process.on('message', (message: ToChild) => {
  if (message.kind === 'taken') taken?.()
  else void perform(message)
})
// The server is gone: nobody wants the result.
process.on('disconnect', () => process.exit(0))

async function perform({ id, module, task }: Extract<ToChild, { kind: 'run' }>): Promise<void> {
  const tools: Tools = {
    at: (name) => {
      writeSync(journal, `${JSON.stringify(name)}\n`)
    },
    emit: (part) =>
      new Promise((resolve) => {
        taken = resolve
        send({ kind: 'part', id, part })
      }),
  }
  try {
    const loaded: { work: Work } = await import(module)
    const result = await loaded.work(task as never, tools)
    send({ kind: 'done', id, result, cpuSeconds: cpuSeconds() })
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error))
    send({
      kind: 'threw',
      id,
      name: known.name,
      message: known.message,
      code: 'code' in known ? String(known.code) : '',
      cpuSeconds: cpuSeconds(),
    })
  }
}

function send(message: FromChild): void {
  // A server that was killed hears nothing any more; the end of the connection ends this process.
  process.send?.(message, undefined, undefined, () => {})
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
