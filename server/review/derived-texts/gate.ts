/** Whether documents may be sent to the endpoint: the installation names one, and the project allows it. */
import type { Destination } from '#contracts/derived-texts.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type DerivedKind, names } from './kinds.ts'

/** The endpoint as people are told of it: never with its key, nor with the rest of its address. */
export function destinationOf({ ai }: Pick<Config, 'ai'>, kind: DerivedKind): Destination | null {
  if (ai === null) return null
  return { host: new URL(ai.baseUrl).host, model: kind === 'transcribe' ? ai.transcribeModel : ai.model }
}

/** Whether the project lets its documents be sent. */
export async function isAllowed(read: Reader, projectId: number): Promise<boolean> {
  const { ai_sending_allowed } = await read
    .selectFrom('project')
    .select('ai_sending_allowed')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return ai_sending_allowed === 1
}

/** Why nothing can be sent, and what is to be done about it; null where it can. */
export async function whyNotSent(
  config: Pick<Config, 'ai'>,
  read: Reader,
  projectId: number,
  kind: DerivedKind,
): Promise<ApiError | null> {
  if (config.ai === null)
    return new ApiError(
      'conflict',
      `${names[kind].noun} needs an OpenAI-compatible endpoint, and none is configured. Set AI_BASE_URL, AI_API_KEY and AI_MODEL, and start the server again.`,
      { detail: 'AI_BASE_URL, AI_API_KEY, AI_MODEL' },
    )
  if (await isAllowed(read, projectId)) return null
  return new ApiError(
    'permission.denied',
    'This project does not allow that documents are sent to an endpoint. A project manager can allow it.',
    { detail: 'aiSendingAllowed' },
  )
}

/** Throws unless documents may be sent to just this place: what somebody agreed to is what happens. */
export async function requireSendable(
  config: Pick<Config, 'ai'>,
  read: Reader,
  projectId: number,
  kind: DerivedKind,
  sendTo: Destination,
): Promise<void> {
  const why = await whyNotSent(config, read, projectId, kind)
  if (why !== null) throw why
  const now = destinationOf(config, kind)
  if (now?.host !== sendTo.host || now.model !== sendTo.model)
    throw new ApiError(
      'conflict',
      `Documents would go to ${now?.host} (${now?.model}), and not to ${sendTo.host} (${sendTo.model}). Look at it, and ask again.`,
      { detail: 'sendTo' },
    )
}
