/** What runs inside a child process of the pool: takes tasks, hands back parts and results. */
import './no-network.ts'
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { FromChild, ToChild, Tools, Work } from './protocol.ts'
import { hearMessages, journalPipe, messagePipe, tell } from './wire.ts'

let taken: (() => void) | null = null

const server = new Socket({ fd: messagePipe })
// The server is gone: nobody wants the result.
server.on('error', () => process.exit(0)).on('close', () => process.exit(0))
hearMessages<ToChild>(
  server,
  Number.POSITIVE_INFINITY,
  (message) => {
    if (message.kind === 'taken') taken?.()
    else void perform(message)
  },
  () => process.exit(1),
)

async function perform({ id, module, task }: Extract<ToChild, { kind: 'run' }>): Promise<void> {
  const tools: Tools = {
    at: (name) => {
      writeSync(journalPipe, `${JSON.stringify(name)}\n`)
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

const send = (message: FromChild): void => tell(server, message)

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
