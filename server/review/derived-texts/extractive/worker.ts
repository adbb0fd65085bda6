/** What runs in a child process: the texts of documents are taken apart into sentences. */
import type { Tools } from '../../../platform/jobs/protocol.ts'
import { extract } from './extract.ts'
import type { ExtractTask } from './protocol.ts'

export async function work({ text }: ExtractTask, tools: Tools): Promise<unknown> {
  tools.at('text')
  return extract(text)
}
