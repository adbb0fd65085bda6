/** What each file of tests on servers ends with: files follow each other in the same process. */
import { afterAll } from 'vitest'
import { closeServers } from './harness.ts'

afterAll(closeServers)
