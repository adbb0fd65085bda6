/**
 * Loads the sample matter and ends. The first start runs this as a process of its own: making, hashing and importing take
 * memory that a process hardly ever gives back.
 */
import { readConfig } from '../platform/config.ts'
import { createLog, quietly } from '../platform/log.ts'
import { ServedElsewhere } from '../platform/records/served-elsewhere.ts'
import { openServices } from '../services.ts'
import { seedSample } from './seed.ts'

const config = readConfig(process.env)
const log = createLog(config.logLevel)
const { services, close } = await openServices(config, { log }).catch((error: unknown) => {
  // Whoever started this meets the same, and says it.
  if (error instanceof ServedElsewhere) process.exit(1)
  throw error
})
// To the end: the runner tells of a job's end a moment after the record does.
await quietly(log, async () => {
  try {
    await seedSample(services)
  } finally {
    await close()
  }
})
