/** One tree of folders: arrows go through it, open and close; Enter shows the documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { inTreeOrder, wayTo } from '#contracts/folder-tree.ts'
import type { Folder, FolderPlace } from '#contracts/folders.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type FilingOf, fileInFolder } from '#src/commands/folders.ts'
import { search } from '#src/commands/review-list.ts'
import { isPicked, pickCount } from '#src/events/bulk/picks.ts'
import { $picks } from '#src/stores/bulk.ts'
import { $list, $shown } from '#src/stores/review.ts'
import { useIsArchived } from '../session/who.ts'
import { IconButton } from '../ui/button.tsx'
import { droppedDocument, isDocumentOver } from '../ui/dragged-document.ts'
import { counted, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { walk } from '../ui/row-keys.ts'

export type Wish =
  | { readonly what: 'create'; readonly under: FolderPlace }
  | { readonly what: 'change' | 'delete' | 'list'; readonly folder: Folder }

const noneClosed: ReadonlySet<number> = new Set()

export function FolderTree({
  name,
  folders,
  filtered,
  onWish,
}: {
  readonly name: string
  readonly folders: readonly Folder[]
  /** Only those that were looked for: none of them is hidden in a closed one. */
  readonly filtered: boolean
  readonly onWish: (wish: Wish) => void
}): ReactElement {
  const { run, list, picks } = useUnit({ run: dispatch, list: $list, picks: $picks })
  const isArchived = useIsArchived()
  /** The folder that a document is dragged over. */
  const [over, setOver] = useState<number | null>(null)
  const [turned, setClosed] = useState<ReadonlySet<number>>(noneClosed)
  const closed = filtered ? noneClosed : turned
  const [current, setCurrent] = useState<number | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const rows = inTreeOrder(folders).filter(({ folderId }) =>
    wayTo(folders, folderId).every((one) => one.folderId === folderId || !closed.has(one.folderId)),
  )
  const tabStop = rows.some(({ folderId }) => folderId === current) ? current : rows[0]?.folderId
  const focus = (folderId: number | undefined) => {
    if (folderId !== undefined)
      tree.current?.querySelector<HTMLElement>(`[data-folder="${folderId}"]`)?.focus()
  }
  const turn = (folderId: number, open: boolean) => {
    const now = new Set(closed)
    if (open) now.delete(folderId)
    else now.add(folderId)
    setClosed(now)
  }
  const show = ({ folderId }: Folder, subfolders = true) =>
    run(
      search({
        queryString: '',
        within: { objectId: folderId, type: subfolders ? 'folder' : 'folderOnly' },
        filter: 'all',
        openAt: 0,
      }),
    )
  /** One that is picked stands for all that are. */
  const drop = ({ folderId, name }: Folder, documentId: number | null) => {
    if (documentId === null) return
    const of = picks !== null && isPicked(picks, documentId) ? 'picked' : { documentId }
    run(fileInFolder({ folderId, name, how: 'fileIn', of }))
  }
  const onKeyDown = (event: KeyboardEvent, folder: Folder, at: number) => {
    const { folderId, parentId } = folder
    const hasMore = folders.some((one) => one.parentId === folderId)
    const to = walk(rows.length, at, event.key, 10)
    if (to !== null) focus(rows[to]?.folderId)
    else if (event.key === 'ArrowRight' && hasMore && closed.has(folderId)) turn(folderId, true)
    else if (event.key === 'ArrowRight') focus(rows.find((one) => one.parentId === folderId)?.folderId)
    else if (event.key === 'ArrowLeft' && hasMore && !filtered && !closed.has(folderId)) turn(folderId, false)
    else if (event.key === 'ArrowLeft') focus(parentId ?? undefined)
    else if (event.key === 'Enter' || event.key === ' ') show(folder)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section aria-label={`${name}: folders`}>
      <chakra.h3 px="3" pt="3" pb="1" fontSize="xs" fontWeight={600} color="faint">
        {name}
      </chakra.h3>
      <chakra.div ref={tree} role="treegrid" aria-label={`${name}: folders`} px="1">
        {rows.map((folder, at) => {
          const { folderId, documents, withSubfolders } = folder
          const hasMore = folders.some((one) => one.parentId === folderId)
          const level = wayTo(folders, folderId).length
          const isShown =
            list?.query.objectId === folderId && (list.query.type?.startsWith('folder') ?? false)
          return (
            <chakra.div
              key={folderId}
              role="row"
              aria-level={level}
              aria-selected={isShown}
              aria-expanded={hasMore ? !closed.has(folderId) : undefined}
              display="flex"
              alignItems="center"
              gap="1"
            >
              <chakra.div
                role="gridcell"
                data-folder={folderId}
                tabIndex={folderId === tabStop ? 0 : -1}
                title={
                  hasMore
                    ? `${counted(withSubfolders, 'document')} with subfolders, ${number(documents)} in itself`
                    : undefined
                }
                onFocus={() => setCurrent(folderId)}
                onKeyDown={(event) => onKeyDown(event, folder, at)}
                onClick={() => show(folder)}
                onDragOver={(event) => {
                  if (folder.mayChange && !isArchived && isDocumentOver(event)) setOver(folderId)
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => {
                  setOver(null)
                  drop(folder, droppedDocument(event))
                }}
                flex="1"
                minWidth="0"
                display="flex"
                alignItems="center"
                gap="1.5"
                minHeight="row"
                pr="2"
                style={{ paddingInlineStart: `${4 + (level - 1) * 14}px` }}
                fontSize="sm"
                cursor="pointer"
                borderRadius="sm"
                outline={over === folderId ? '2px solid' : undefined}
                outlineColor="accent"
                background={isShown ? 'selected' : 'transparent'}
                _hover={{ background: isShown ? 'selected' : 'hover' }}
                _focusVisible={{ outlineOffset: '-2px' }}
              >
                <chakra.span
                  width="16px"
                  display="inline-flex"
                  color="muted"
                  aria-hidden
                  onClick={(event) => {
                    if (!hasMore || filtered) return
                    event.stopPropagation()
                    turn(folderId, closed.has(folderId))
                  }}
                >
                  {hasMore && <Icon name={closed.has(folderId) ? 'right' : 'down'} size={14} />}
                </chakra.span>
                <chakra.span color="muted" display="inline-flex">
                  <Icon name="folder" size={14} />
                </chakra.span>
                <chakra.span flex="1" minWidth="0" truncate fontWeight={isShown ? 600 : undefined}>
                  {folder.name}
                </chakra.span>
                <chakra.span color="muted" fontVariantNumeric="tabular-nums">
                  {number(withSubfolders)}
                  <chakra.span srOnly>
                    {withSubfolders === 1 ? ' document' : ' documents'}
                    {hasMore && ` with subfolders, ${number(documents)} in itself`}
                  </chakra.span>
                </chakra.span>
              </chakra.div>
              <chakra.div role="gridcell">
                <FolderMenu folder={folder} hasMore={hasMore} onShow={show} onWish={onWish} />
              </chakra.div>
            </chakra.div>
          )
        })}
      </chakra.div>
    </section>
  )
}

function FolderMenu({
  folder,
  hasMore,
  onShow,
  onWish,
}: {
  readonly folder: Folder
  readonly hasMore: boolean
  readonly onShow: (folder: Folder, subfolders: boolean) => void
  readonly onWish: (wish: Wish) => void
}): ReactElement {
  const { run, list, picks, shown } = useUnit({ run: dispatch, list: $list, picks: $picks, shown: $shown })
  const isArchived = useIsArchived()
  const { folderId, name } = folder
  const mayChange = folder.mayChange && !isArchived
  const total = Math.max(0, list?.totalCount ?? 0)
  const picked = pickCount(picks, total)
  const item = (id: string, label: string, act: () => void): MenuItem => ({ id, label, run: act })
  const file = (how: 'fileIn' | 'takeOut', of: FilingOf) => () =>
    run(fileInFolder({ folderId, name, how, of }))
  const of: FilingOf | null = picked > 0 ? 'picked' : shown.current === null ? null : 'shown'
  const what = picked > 0 ? counted(picked, 'selected document') : 'the shown document'
  return (
    <Menu
      end
      trigger={<IconButton size="sm" icon="dots" label={`More for ${name}`} />}
      groups={[
        {
          items: [
            item('show', hasMore ? 'Show its documents, with subfolders' : 'Show its documents', () =>
              onShow(folder, true),
            ),
            ...(hasMore
              ? [item('only', 'Show its documents, without subfolders', () => onShow(folder, false))]
              : []),
          ],
        },
        ...(mayChange
          ? [
              {
                items: [
                  ...(of === null
                    ? []
                    : [
                        item('file', `File ${what} here`, file('fileIn', of)),
                        item('take', `Take ${what} out`, file('takeOut', of)),
                      ]),
                  ...(total > 0
                    ? [
                        item(
                          'result',
                          `File all ${number(total)} of the result here`,
                          file('fileIn', 'result'),
                        ),
                      ]
                    : []),
                  item('list', 'File from a list …', () => onWish({ what: 'list', folder })),
                ],
              },
              {
                items: [
                  item('create', 'New folder in it …', () => onWish({ what: 'create', under: folderId })),
                  item('change', 'Name, place, sharing …', () => onWish({ what: 'change', folder })),
                  item('delete', 'Delete …', () => onWish({ what: 'delete', folder })),
                ],
              },
            ]
          : []),
      ]}
    />
  )
}
