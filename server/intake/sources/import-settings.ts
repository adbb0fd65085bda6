/** What the processing settings of a project mean for a job. */
import * as z from 'zod/mini'
import { usedHashList } from '#contracts/hash-lists.ts'
import {
  defaultProcessing,
  type ProcessingLimit,
  type ProcessingSettings,
  processingSettings,
} from '#contracts/processing.ts'
import { passwordsOf, processingOf } from '../../organization/settings/processing.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { readyLists } from '../hash-lists/hash-lists.ts'
import { defaultLimits, type Limits } from '../processing/limits.ts'
import type { MessageRules } from '../processing/member.ts'

/**
 * What a job keeps: all settings but the passwords, which are looked up when it runs; what its source says; the project's
 * time zone; and the lists of known files.
 */
const jobSettings = z.extend(z.omit(processingSettings, { passwords: true }), {
  /** Whether documents are promoted as they come in. */
  promote: z.boolean(),
  timeZone: z.string(),
  /** That files are tested against. */
  hashLists: z.array(usedHashList),
})
export type JobSettings = z.infer<typeof jobSettings>

/** A job that goes on makes the same conversations, whatever the project's zone is then. */
export async function settingsForJob(
  read: Reader | Writer,
  projectId: number,
  promote: boolean,
): Promise<JobSettings> {
  const { passwords: _, ...rest } = await processingOf(read, projectId)
  const { time_zone } = await read
    .selectFrom('project')
    .select('time_zone')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const hashLists = rest.deNist === 'off' ? [] : await readyLists(read, projectId)
  return { ...rest, promote, timeZone: time_zone, hashLists }
}

const { passwords: _none, ...initial } = defaultProcessing
const earliest: JobSettings = { ...initial, promote: true, timeZone: 'UTC', hashLists: [] }

const input = z.object({ settings: z._default(z.record(z.string(), z.unknown()), {}) })

/** The settings that a job was started with; of one that kept none, those of the beginning. */
export function settingsOfJob(saved: unknown): JobSettings {
  const { settings } = input.parse(saved)
  return jobSettings.parse({ ...earliest, ...settings })
}

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

/** What one item and one file of a job may cost. */
export const limitsOf = (
  settings: Pick<ProcessingSettings, Exclude<ProcessingLimit, 'maxTextSize'>>,
): Limits => ({
  ...defaultLimits,
  depth: settings.depth,
  itemBytes: settings.itemMegabytes * megabyte,
  expandedBytes: settings.expandedGigabytes * gigabyte,
  archiveBytes: settings.archiveGigabytes * gigabyte,
  itemMs: settings.itemSeconds * 1000,
})

/** The same of a job that was started now. */
export const limitsNow = async (read: Reader, projectId: number): Promise<Limits> =>
  limitsOf(await processingOf(read, projectId))

/** How a job takes messages. */
export const messagesOf = ({ inlineImages, compareBcc }: MessageRules): MessageRules => ({
  inlineImages,
  compareBcc,
})

/** What one file that comes by itself may cost, and how it is read. */
export async function readingOf(read: Reader, projectId: number) {
  const passwords = await passwordsOf(read, projectId)
  const settings = await settingsForJob(read, projectId, true)
  const { maxTextSize, timeZone } = settings
  return { passwords, maxTextSize, timeZone, limits: limitsOf(settings), messages: messagesOf(settings) }
}
