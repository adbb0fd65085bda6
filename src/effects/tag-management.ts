/** Has tags and their categories made, changed, ordered and deleted. */
import { ifMatchOf } from '#contracts/coding-versions.ts'
import * as calls from '#contracts/tag-management.ts'
import { settleTagging } from '../commands/tag-management.ts'
import { loadTags } from '../commands/tags.ts'
import { type TaggingChange, taggingAsked } from '../events/catalog/tag-management.ts'
import { managedTags } from '../reads/tag-management.ts'
import { write } from '../stores/cache.ts'
import type { Call } from './call.ts'
import { effect } from './define.ts'
import { asOutcome } from './outcomes.ts'

/** As it was seen. */
const version = (of: number, seen: number): string => ifMatchOf(new Map([[of, seen]]))
const viewPageMode = 'settings'

async function send(change: TaggingChange, call: Call): Promise<void> {
  switch (change.what) {
    case 'addCategory': {
      const { name, exclusive } = change
      await call(calls.createTagCategory, { body: { name, exclusive } })
      return
    }
    case 'changeCategory': {
      const { what: _, version: seen, ...body } = change
      await call(calls.changeTagCategory, { body, ifMatch: version(body.tagCategoryId, seen) })
      return
    }
    case 'moveCategory': {
      const { tagCategoryId, position } = change
      await call(calls.moveTagCategory, { body: { tagCategoryId, position, viewPageMode } })
      return
    }
    case 'deleteCategory': {
      const { tagCategoryId } = change
      const ifMatch = version(tagCategoryId, change.version)
      await call(calls.deleteTagCategory, { query: { tagCategoryId }, ifMatch })
      return
    }
    case 'addTag': {
      const { tagCategoryId, name } = change
      await call(calls.createTag, { body: { tagCategoryId, name } })
      return
    }
    case 'changeTag': {
      const { what: _, version: seen, ...body } = change
      await call(calls.changeTag, { body, ifMatch: version(body.tagId, seen) })
      return
    }
    case 'moveTag': {
      const { tagId, position } = change
      await call(calls.moveTag, { body: { tagId, position, viewPageMode } })
      return
    }
    case 'deleteTag': {
      const { tagId } = change
      await call(calls.deleteTag, { query: { tagId }, ifMatch: version(tagId, change.version) })
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
    request: async ({ payload: { formKey, change } }, { call }) => {
      await send(change, call)
      // With the list as it is then: what was moved does not jump back in between.
      const list = await call(calls.listManagedTags)
      return {
        cache: [write(managedTags.cache, managedTags.key({}), list)],
        commands: [settleTagging({ formKey, message: null, changed: null }), loadTags({})],
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
