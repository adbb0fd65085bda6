/**
 * A server without its web side that works on the jobs of a data folder, to be killed: `worker.ts DATA JOB SETTINGS`, the
 * settings as JSON. Says how many items of the job are done, and in the end its state.
 */
import { settledJob } from '#server/intake/import/import-path.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'

const [dataDir = '', job = '', settings = '{}'] = process.argv.slice(2)
const config = readConfig({ ...JSON.parse(settings), AFFIANT_DATA: dataDir, AFFIANT_SAMPLE: 'off' })
const { services, close } = await openServices(config, { log: createLog('error') })
const { state } = await settledJob(services, Number(job), ({ itemsDone }) => console.log(itemsDone), 5)
console.log(state)
await close()
