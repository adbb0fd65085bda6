/** Sets how a project processes what comes, as somebody who has just looked does. */
import {
  defaultProcessing,
  getProcessingSettings,
  type ProcessingSettings,
  putProcessingSettings,
} from '#contracts/processing.ts'
import type { TestServer, TestUser } from './harness.ts'

/** What is not named is as it is by default. */
export async function setProcessing(
  server: TestServer,
  user: TestUser,
  project: number,
  settings: Partial<ProcessingSettings>,
) {
  const { version } = (await server.call(user, getProcessingSettings, { project })).data
  const body = { ...defaultProcessing, ...settings, version }
  return await server.call(user, putProcessingSettings, { project, body })
}
