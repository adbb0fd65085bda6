/**
 * A server without its web side that works on the jobs of a data folder and is killed at a moment of a large item:
 * `large-mortal.ts DATA JOB MOMENT SIZE`. Where the moment never comes it says the state of the job.
 */
import { settledJob } from '#server/intake/import/import-path.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'
import { killAt, moments } from '../large-moments.ts'

const [dataDir = '', job = '', named = '', size = ''] = process.argv.slice(2)
const moment = moments.find((one) => one === named)
if (moment === undefined) throw new Error(`There is no moment "${named}".`)
const config = readConfig({ AFFIANT_DATA: dataDir, AFFIANT_SAMPLE: 'off' })
const { services, close } = await openServices(config, { log: createLog('error') })
killAt(services, { moment, size: Number(size), victim: 'server' })
const { state } = await settledJob(services, Number(job))
console.log(state)
await close()
