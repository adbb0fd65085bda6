/** Collecting a folder that lies on the server, where its configuration offers some. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { Source } from '#contracts/collect.ts'
import { tellSource } from '#src/commands/collect-sources.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookAt, lookedAt } from '#src/reads/collect.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, fileSize } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'

export function ServerFolderButton({
  projectId,
  source,
}: {
  readonly projectId: number
  readonly source: Source
}): ReactElement | null {
  const [opened, setOpened] = useState(false)
  const { value } = useRead(lookedAt.roots, lookAt(projectId, { about: 'roots' }))
  if (value === null || value.length === 0) return null
  return (
    <>
      <Button icon="folder" onClick={() => setOpened(true)}>
        From the server…
      </Button>
      {opened && (
        <FolderDialog projectId={projectId} source={source} roots={value} onClose={() => setOpened(false)} />
      )}
    </>
  )
}

interface FolderLocation {
  readonly root: number
  readonly path: readonly string[]
}

function FolderDialog({
  projectId,
  source,
  roots,
  onClose,
}: {
  readonly projectId: number
  readonly source: Source
  readonly roots: readonly { readonly root: number; readonly name: string }[]
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const only = roots.length === 1 ? roots[0] : undefined
  const [place, setPlace] = useState<FolderLocation | null>(
    only === undefined ? null : { root: only.root, path: [] },
  )
  const rootName = roots.find(({ root }) => root === place?.root)?.name ?? ''
  const collect = () => {
    if (place === null) return
    run(
      tellSource({
        projectId,
        sourceId: source.sourceId,
        name: source.name,
        order: { is: 'collect', root: place.root, path: [...place.path] },
      }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      title={`Collect a folder of the server into ${source.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="collect" disabled={place === null} onClick={collect}>
            {place === null ? 'Collect' : `Collect ${place.path.at(-1) ?? rootName}`}
          </Button>
        </>
      }
    >
      <chakra.nav
        aria-label="Where in the folders"
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="1"
      >
        {only === undefined && (
          <Button size="sm" look="quiet" onClick={() => setPlace(null)}>
            All folders
          </Button>
        )}
        {place !== null &&
          [rootName, ...place.path].map((name, at) => (
            <chakra.span
              key={[...place.path.slice(0, at)].join('/')}
              display="inline-flex"
              alignItems="center"
            >
              {(at > 0 || only === undefined) && <Icon name="right" size={14} />}
              <Button
                size="sm"
                look="quiet"
                aria-current={at === place.path.length ? 'location' : undefined}
                onClick={() => setPlace({ root: place.root, path: place.path.slice(0, at) })}
              >
                <Foreign text={name} />
              </Button>
            </chakra.span>
          ))}
      </chakra.nav>
      {place === null ? (
        <FolderList
          folders={roots.map(({ name }) => name)}
          onOpen={(_, at) => setPlace({ root: roots[at]?.root ?? 0, path: [] })}
        />
      ) : (
        <Folder
          key={JSON.stringify(place)}
          projectId={projectId}
          place={place}
          onOpen={(name) => setPlace({ root: place.root, path: [...place.path, name] })}
        />
      )}
    </Dialog>
  )
}

function Folder({
  projectId,
  place,
  onOpen,
}: {
  readonly projectId: number
  readonly place: FolderLocation
  readonly onOpen: (name: string) => void
}): ReactElement {
  const asked = lookAt(projectId, { about: 'folder', root: place.root, path: [...place.path] })
  const { value, failure, again } = useRead(lookedAt.folder, asked)
  if (value === null)
    return failure === null ? (
      <Skeleton rows={4} />
    ) : (
      <ErrorState title="The folder could not be read" message={failure.message} onRetry={again} />
    )
  return (
    <>
      <chakra.p color="muted" role="status">
        {counted(value.files, 'file')} directly in it, {fileSize(value.bytes)};{' '}
        {value.folders.length === 0
          ? 'no folders below.'
          : `${counted(value.folders.length, 'folder')}${value.more ? ' and more' : ''} below, which are collected with it.`}
      </chakra.p>
      <FolderList folders={value.folders} onOpen={onOpen} />
    </>
  )
}

function FolderList({
  folders,
  onOpen,
}: {
  readonly folders: readonly string[]
  readonly onOpen: (name: string, at: number) => void
}): ReactElement {
  return (
    <chakra.ul
      listStyleType="none"
      maxHeight="320px"
      overflowY="auto"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      minHeight="64px"
    >
      {folders.map((name, at) => (
        <li key={name}>
          <chakra.button
            type="button"
            display="flex"
            alignItems="center"
            gap="2"
            width="full"
            textAlign="start"
            px="3"
            minHeight="row"
            _hover={{ background: 'hover' }}
            _focusVisible={{ outlineOffset: '-2px' }}
            onClick={() => onOpen(name, at)}
          >
            <chakra.span color="faint">
              <Icon name="folder" />
            </chakra.span>
            <chakra.span truncate>{name}</chakra.span>
          </chakra.button>
        </li>
      ))}
    </chakra.ul>
  )
}
