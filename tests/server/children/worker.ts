/**
 * A server without its web side that works on the jobs of a data folder, to be killed: `worker.ts DATA JOB SETTINGS
 * [watched]`, the settings as JSON. Says in the end the state of the job; watched, also how many items of it are done,
 * whenever more are.
 */
import { settledJob } from '#server/intake/import/import-path.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'

const [dataDir = '', job = '', settings = '{}', watched = ''] = process.argv.slice(2)
const config = readConfig({ ...JSON.parse(settings), AFFIANT_DATA: dataDir, AFFIANT_SAMPLE: 'off' })
const { services, close } = await openServices(config, { log: createLog('error') })
let said = -1
const say = ({ itemsDone }: { readonly itemsDone: number }): void => {
  if (watched === '' || itemsDone === said) return
  said = itemsDone
  console.log(itemsDone)
}
// Looked at as often as it takes to kill it near to an item; to see it end, now and then: looking takes time from the work.
const { state } = await settledJob(services, Number(job), say, watched === '' ? 50 : 5)
console.log(state)
await close()
