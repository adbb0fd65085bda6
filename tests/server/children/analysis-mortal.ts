/** Looks at texts as the product does, but for one that ends the process. */

import type { Tools } from '#server/platform/jobs/protocol.ts'
import type { Task } from '#server/review/analysis/protocol.ts'
import { work as ownWork } from '#server/review/analysis/worker.ts'

export async function work(task: Task, tools: Tools): Promise<unknown> {
  if (task.what === 'texts')
    for (const { id, text } of task.texts)
      if (text.includes('deadly')) {
        tools.at(String(id))
        process.kill(process.pid, 'SIGKILL')
      }
  return await ownWork(task, tools)
}
