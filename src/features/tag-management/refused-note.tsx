/** A change that was refused: why; and where somebody else has changed the same, both versions and the choice between them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { ManagedTag } from '#contracts/tag-management.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import {
  deleteCategory,
  deleteTag,
  leaveTagging,
  renameCategory,
  renameTag,
  setExclusive,
  setQuickKey,
} from '#src/commands/tag-management.ts'
import type { RefusedTagging } from '#src/stores/tag-management.ts'
import { Button } from '../ui/button.tsx'
import { marked } from '../ui/foreign.tsx'
import { Notice } from '../ui/notice.tsx'
import { Ago } from '../ui/time.tsx'
import { newTry } from './tries.ts'

export function RefusedNote({
  refused: { change, message, changed },
}: {
  readonly refused: RefusedTagging
}): ReactElement {
  const run = useUnit(dispatch)
  const leave = () => run(leaveTagging({}))
  if (changed === null)
    return (
      <Notice tone="danger" onDismiss={leave}>
        {message}
      </Notice>
    )
  const again = sameOver(change, changed.now.version)
  const { now } = changed
  const key = 'quickKey' in now ? keyWords(now.quickKey) : null
  const takes = 'exclusive' in now ? takesWords(now.exclusive) : null
  return (
    <Notice tone="danger">
      <p>
        {now.changedBy ?? 'Somebody'} has changed this {changed.what === 'tag' ? 'tag' : 'category'} since you
        looked at it{now.changedAt === null ? '' : ', '}
        {now.changedAt !== null && <Ago at={now.changedAt} />}.
      </p>
      <chakra.dl
        aria-label="Both versions"
        display="grid"
        gridTemplateColumns="max-content 1fr"
        columnGap="3"
        py="1"
      >
        <dt>Now</dt>
        <dd>
          “{marked(now.name)}”, {key ?? takes}
        </dd>
        <dt>Yours</dt>
        <dd>{wantedWords(change)}</dd>
      </chakra.dl>
      <chakra.div display="flex" gap="2">
        {again !== null && (
          <Button size="sm" onClick={() => run(again)}>
            Use mine
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={leave}>
          Leave it as it is now
        </Button>
      </chakra.div>
    </Notice>
  )
}

const keyWords = (key: ManagedTag['quickKey']): string =>
  key === null ? 'no quick key' : `quick key t ${key}`
const takesWords = (exclusive: boolean): string =>
  exclusive ? 'one tag a document' : 'several tags a document'

type Change = RefusedTagging['change']

/** What was asked for. */
function wantedWords(change: Change): string {
  switch (change.what) {
    case 'changeTag':
      return change.name !== undefined ? `“${marked(change.name)}”` : keyWords(change.quickKey ?? null)
    case 'changeCategory':
      return change.name !== undefined ? `“${marked(change.name)}”` : takesWords(change.exclusive ?? false)
    case 'deleteTag':
    case 'deleteCategory':
      return 'deleted'
    default:
      return 'another order'
  }
}

/** The same over what stands now, knowingly. */
function sameOver(change: Change, version: number): CommandInput | null {
  const formKey = newTry()
  switch (change.what) {
    case 'changeTag': {
      const { tagId, name, quickKey } = change
      return name !== undefined
        ? renameTag({ formKey, tagId, version, name })
        : setQuickKey({ formKey, tagId, version, quickKey: quickKey ?? null })
    }
    case 'changeCategory': {
      const { tagCategoryId, name, exclusive } = change
      return name !== undefined
        ? renameCategory({ formKey, tagCategoryId, version, name })
        : setExclusive({ formKey, tagCategoryId, version, exclusive: exclusive ?? false })
    }
    case 'deleteTag':
      return deleteTag({ formKey, tagId: change.tagId, version, name: change.name })
    case 'deleteCategory':
      return deleteCategory({ formKey, tagCategoryId: change.tagCategoryId, version, name: change.name })
    default:
      return null
  }
}
