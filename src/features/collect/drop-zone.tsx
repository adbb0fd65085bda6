/** Where files and folders are dropped or chosen, and sent into a source. */
import { chakra } from '@chakra-ui/react'
import { type DragEvent, type ReactElement, useRef, useState } from 'react'
import type { Source } from '#contracts/collect.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { type Gathering, useHandOver } from './picking.ts'

export function DropZone({
  projectId,
  sources,
  sourceId,
  onSource,
  gathering,
  onNewSource,
}: {
  readonly projectId: number
  readonly sources: readonly Source[]
  readonly sourceId: number | null
  /** Absent: the source is fixed. */
  readonly onSource?: (sourceId: number) => void
  readonly gathering: Gathering
  readonly onNewSource?: () => void
}): ReactElement {
  const handOver = useHandOver()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { picked, unread, empty, reading } = gathering
  const isNothing = picked.length + unread.length + empty.length === 0
  const source = sources.find((one) => one.sourceId === sourceId)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    gathering.takeDrop(event.dataTransfer)
  }
  const send = () => {
    if (source === undefined) return
    handOver(gathering, { projectId, sourceId: source.sourceId })
    gathering.clear()
  }
  const isAllUnread = picked.length === 0 && unread.length > 0
  const total = picked.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <Section title="Add material" padded>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="5"
      >
        <chakra.div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          borderWidth="1.5px"
          borderStyle="dashed"
          borderColor={over ? 'accent' : 'control'}
          background={over ? 'accentGround' : 'canvas'}
          borderRadius="lg"
          minHeight="168px"
          display="flex"
          flexDirection="column"
          alignItems="center"
          justifyContent="center"
          textAlign="center"
          gap="2"
          px="4"
          py="5"
        >
          <chakra.span color={over ? 'accentInk' : 'faint'}>
            <Icon name="upload" size={24} />
          </chakra.span>
          <chakra.div fontSize="md" fontWeight={600}>
            Drop files and folders here
          </chakra.div>
          <chakra.div color="muted">
            Of any type: what cannot be processed is listed with its reason.
          </chakra.div>
          <chakra.div display="flex" gap="2" flexWrap="wrap" justifyContent="center">
            <Button icon="file" onClick={() => files.current?.click()}>
              Choose files
            </Button>
            <Button icon="folder" onClick={() => folder.current?.click()}>
              Choose a folder
            </Button>
          </chakra.div>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            aria-label="Files to bring in"
            onChange={(event) => {
              gathering.takeFiles(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
          <input
            ref={folder}
            type="file"
            // Not among the attributes that React knows; all browsers do.
            {...{ webkitdirectory: '' }}
            hidden
            aria-label="Folder to bring in"
            onChange={(event) => {
              gathering.takeFiles(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </chakra.div>
        <chakra.div display="flex" flexDirection="column" gap="4" minWidth="0">
          {onSource !== undefined && (
            <Field label="Source" hint="Where the material comes from, and whose it is.">
              <chakra.div display="flex" gap="2">
                <Select
                  value={sourceId === null ? '' : String(sourceId)}
                  placeholder="Choose a source"
                  choices={sources.map((one) => ({
                    value: String(one.sourceId),
                    label: marked(`${one.name} (${one.custodian})`),
                  }))}
                  onChoose={(value) => onSource(Number(value))}
                />
                {onNewSource && (
                  <Button icon="plus" onClick={onNewSource}>
                    New
                  </Button>
                )}
              </chakra.div>
            </Field>
          )}
          <chakra.div flex="1" minHeight="40px" aria-live="polite">
            {isNothing && !reading ? (
              <chakra.p color="faint">Nothing chosen yet.</chakra.p>
            ) : (
              <>
                <p>
                  {counted(picked.length, 'file')}, {fileSize(total)}
                  {reading && ', still reading the folders'}
                </p>
                <chakra.ul color="muted" fontSize="xs" listStyleType="none">
                  {picked.slice(0, named).map(({ path }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: files of one path may be chosen
                    <chakra.li key={`${path}-${at}`} truncate title={marked(path)}>
                      <Foreign text={path} />
                    </chakra.li>
                  ))}
                  {picked.length > named && <li>and {number(picked.length - named)} more</li>}
                </chakra.ul>
              </>
            )}
            {empty.length > 0 && (
              <chakra.p color="muted" fontSize="xs" mt="1" wordBreak="break-word">
                {counted(empty.length, 'folder')} with nothing in {empty.length === 1 ? 'it' : 'them'}, of
                which nothing is sent: {empty.slice(0, named).join(', ')}
                {empty.length > named && ` and ${number(empty.length - named)} more`}
              </chakra.p>
            )}
            {unread.length > 0 && (
              <chakra.p color="attentionInk" fontSize="xs" mt="1" display="flex" gap="1">
                <Icon name="warning" size={14} />
                <chakra.span minWidth="0" wordBreak="break-word">
                  Could not be read, and is left out: {unread.slice(0, named).join(', ')}
                  {unread.length > named && ` and ${number(unread.length - named)} more`}
                </chakra.span>
              </chakra.p>
            )}
          </chakra.div>
          {isAllUnread && !reading && (
            <chakra.p color="muted" fontSize="xs">
              Nothing of this can be sent. It can be put on the record that it was chosen and could not be
              read.
            </chakra.p>
          )}
          {source !== undefined && picked.length > 0 && (
            <chakra.p color="muted" fontSize="xs">
              {source.autoProcess
                ? 'Processed as one job as soon as all of it has arrived.'
                : 'It waits in the source until somebody has it processed.'}
            </chakra.p>
          )}
          <chakra.div display="flex" gap="2" flexWrap="wrap">
            <Button
              look="primary"
              icon={isAllUnread ? 'file' : 'upload'}
              disabled={picked.length + unread.length === 0 || reading || source === undefined}
              onClick={send}
            >
              {isAllUnread
                ? 'Put on the record'
                : source === undefined
                  ? 'Upload'
                  : `Upload to ${marked(short(source.name))}`}
            </Button>
            {!isNothing && (
              <Button look="quiet" onClick={gathering.clear}>
                Clear
              </Button>
            )}
          </chakra.div>
        </chakra.div>
      </chakra.div>
    </Section>
  )
}

/** Files of which so many are named; of the others it is said how many they are. */
const named = 5

const short = (name: string): string => (name.length > 28 ? `${name.slice(0, 27)}…` : name)
