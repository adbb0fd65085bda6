/**
 * What a screen of the past may ask for: pages, documents and lists that the server has now, because no log holds them.
 * Only reads go out, so that nothing is left on the record; an answer fills the past's own caches and nothing else.
 */
import type { AnyCall } from '#contracts/call.ts'
import { fetchHistory } from '../../commands/audit.ts'
import { loadForms } from '../../commands/coding-forms.ts'
import { openResetLink } from '../../commands/reset.ts'
import { failDocument, follow, placeDocument, takeUp, wantDocument } from '../../commands/review.ts'
import { failPage, recover as recoverList, requestPage, takePage } from '../../commands/review-list.ts'
import { requestProgress } from '../../commands/running-jobs.ts'
import { checkLicence, landInvited, landSso } from '../../commands/session.ts'
import { enterPath, noteActivity, setListMode } from '../../commands/shell.ts'
import { loadTags } from '../../commands/tags.ts'
import type { Call } from '../../effects/call.ts'
import { type AnyEffect, readTimeout } from '../../effects/define.ts'
import { CallFailed, type CallFailure, callFailure, failureOf } from '../../effects/failure.ts'
import type { Http } from '../../effects/http.ts'
import { isWrite, type Said } from '../../effects/http-request.ts'

const typesOf = (...commands: readonly { readonly type: string }[]): ReadonlySet<string> =>
  new Set(commands.map(({ type }) => type))

/** Commands that ask for content besides reads: their effects only ask. */
export const asks = typesOf(requestPage, wantDocument)

/** What an answer says of content that came, or did not: the past shows it, and keeps nothing of it. */
export const arrivals = typesOf(takePage, failPage, failDocument, placeDocument)

/** What screens say by themselves: nobody did anything, so nobody needs to be told that it changes nothing. */
export const quiet = typesOf(
  enterPath,
  noteActivity,
  setListMode,
  follow,
  takeUp,
  recoverList,
  loadForms,
  loadTags,
  fetchHistory,
  requestProgress,
  checkLicence,
  landSso,
  landInvited,
  openResetLink,
)

const notKept = (why: string): CallFailure => callFailure({ kind: 'status', message: `Not kept: ${why}` })

/**
 * The live app's calls, for reads only. `elsewhere`: the content is on another server, where the same numbers mean other
 * documents.
 */
export function readOnlyCall(
  http: Http,
  effect: AnyEffect,
  projectId: number | null,
  signal: AbortSignal,
  elsewhere: boolean,
): Call {
  const call = async (contract: AnyCall, said: Said = {}): Promise<unknown> => {
    if (elsewhere) throw new CallFailed(notKept('it is on another server.'))
    if (isWrite(contract)) throw new CallFailed(notKept('only what changes nothing is asked for here.'))
    try {
      return await http.call(contract, {
        projectId,
        timeout: effect.timeout ?? readTimeout,
        ...said,
        idempotencyKey: null,
        signal,
      })
    } catch (thrown) {
      throw new CallFailed(inWords(failureOf(thrown)))
    }
  }
  return call as Call
}

/** Without a status: what a live screen would do about one (a new search, a new sign-in) is nothing for the past. */
function inWords(failure: CallFailure): CallFailure {
  if (failure.kind === 'canceled') return failure
  if (failure.status === 403 || failure.status === 404)
    return notKept('the server does not have it any more, or you may not see it.')
  return notKept('ask for it online.')
}
