/** Has tags and their categories made, changed, ordered and deleted. */
import { ifMatchOf } from '#contracts/coding-versions.ts'
import * as calls from '#contracts/tag-management.ts'
import { settleTagging } from '../commands/tag-management.ts'
import { loadTags } from '../commands/tags.ts'
import { type TaggingChange, taggingAsked } from '../events/catalog/tag-management.ts'
import { managedTags } from '../reads/tag-management.ts'
import { write } from '../stores/cache.ts'
import { versionToSend } from '../stores/tag-management.ts'
import type { Call } from './call.ts'
import { effect } from './define.ts'
import { asOutcome } from './outcomes.ts'

/** As it was seen. */
const version = (of: number, seen: number): string => ifMatchOf(new Map([[of, seen]]))
const viewPageMode = 'settings'

/** Answers the version that it has become, where it has one. */
async function send(change: TaggingChange, seen: number, call: Call): Promise<number | null> {
  switch (change.what) {
    case 'addCategory': {
      const { name, exclusive } = change
      await call(calls.createTagCategory, { body: { name, exclusive } })
      return null
    }
    case 'changeCategory': {
      const { what: _, version: _seen, ...body } = change
      const ifMatch = version(body.tagCategoryId, seen)
      return (await call(calls.changeTagCategory, { body, ifMatch })).version
    }
    case 'moveCategory': {
      const { tagCategoryId, position } = change
      await call(calls.moveTagCategory, { body: { tagCategoryId, position, viewPageMode } })
      return null
    }
    case 'deleteCategory': {
      const { tagCategoryId } = change
      const ifMatch = version(tagCategoryId, seen)
      await call(calls.deleteTagCategory, { query: { tagCategoryId }, ifMatch })
      return null
    }
    case 'addTag': {
      const { tagCategoryId, name } = change
      await call(calls.createTag, { body: { tagCategoryId, name } })
      return null
    }
    case 'changeTag': {
      const { what: _, version: _seen, ...body } = change
      return (await call(calls.changeTag, { body, ifMatch: version(body.tagId, seen) })).version
    }
    case 'moveTag': {
      const { tagId, position } = change
      await call(calls.moveTag, { body: { tagId, position, viewPageMode } })
      return null
    }
    case 'deleteTag': {
      const { tagId } = change
      await call(calls.deleteTag, { query: { tagId }, ifMatch: version(tagId, seen) })
      return null
    }
  }
}

export const tagManagementEffects = [
  effect({
    name: 'tagManagement.send',
    on: taggingAsked,
    strategy: 'queue',
    scope: 'project',
    retry: { times: 3, base: 300, cap: 5_000 },
    request: async ({ payload: { formKey, change } }, { call, state }) => {
      const sent = versionToSend(state().tagManagement, change)
      const now = await send(change, sent, call)
      // With the list as it is then: what was moved does not jump back in between.
      const list = await call(calls.listManagedTags)
      return {
        cache: [write(managedTags.cache, managedTags.key({}), list)],
        commands: [
          settleTagging({
            ...{ formKey, message: null, changed: null },
            ...(now === null ? {} : { became: { sent, now } }),
          }),
          loadTags({}),
        ],
      }
    },
    done: asOutcome,
    fail: ({ payload: { formKey } }, { code, message, data }) => ({
      commands: [
        settleTagging({
          formKey,
          message,
          changed: code === 'tag.changed' ? (calls.changedTagging.safeParse(data).data ?? null) : null,
        }),
        managedTags.request({}),
      ],
    }),
  }),
]
