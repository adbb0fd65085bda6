import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type DragEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { addCustodian, requestCustodians } from '#src/commands/project.ts'
import { custodians, custodiansKey } from '#src/stores/project.ts'
import { useAnswer, useAsk } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { sortOut, useHandOver } from './picking.ts'

export function DropZone({ projectId }: { readonly projectId: number }): ReactElement {
  const handOver = useHandOver()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const [folders, setFolders] = useState<readonly string[]>([])
  const [over, setOver] = useState(false)
  const [custodian, setCustodian] = useState('')
  useAsk(requestCustodians({ projectId }))
  const known = useAnswer(custodians, custodiansKey(projectId)).value ?? []
  const chosen = known.find(({ custodianId }) => String(custodianId) === custodian)

  const take = (list: readonly File[], dropped: readonly string[] = []) => {
    const { taken, refused: not } = sortOut(list.filter(({ name }) => !dropped.includes(name)))
    setFiles((before) => [...before, ...taken])
    setRefused(not)
    setFolders(dropped)
  }
  const clear = () => {
    setFiles([])
    setRefused([])
    setFolders([])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files], foldersIn(event.dataTransfer))
  }
  const send = () => {
    if (chosen === undefined) return
    handOver(files, { projectId, custodianId: chosen.custodianId })
    clear()
  }
  const total = files.reduce((sum, { size }) => sum + size, 0)
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
            Drop files here
          </chakra.div>
          <chakra.div color="muted">.eml, .mbox, .zip, .tar, .tar.gz</chakra.div>
          <Button onClick={() => input.current?.click()}>Choose files</Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Files to bring in"
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </chakra.div>
        <chakra.div display="flex" flexDirection="column" gap="4" minWidth="0">
          <CustodianChoice projectId={projectId} value={custodian} onChoose={setCustodian} />
          <chakra.div flex="1" minHeight="40px" aria-live="polite">
            {files.length === 0 ? (
              <chakra.p color="faint">No files chosen yet.</chakra.p>
            ) : (
              <>
                <p>
                  {counted(files.length, 'file')}, {fileSize(total)}
                </p>
                <chakra.ul color="muted" fontSize="xs" listStyleType="none">
                  {files.slice(0, named).map((file, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
                    <chakra.li key={`${file.name}-${at}`} truncate title={file.name}>
                      {file.name}
                    </chakra.li>
                  ))}
                  {files.length > named && <li>and {number(files.length - named)} more</li>}
                </chakra.ul>
              </>
            )}
            <LeftOut why="Left out, empty or of a type that cannot be read yet" names={refused} />
            <LeftOut why="Folders are left out; put one into a zip or tar first" names={folders} />
          </chakra.div>
          <chakra.div display="flex" gap="2">
            <Button
              look="primary"
              icon="upload"
              disabled={files.length === 0 || chosen === undefined}
              onClick={send}
            >
              Upload and import
            </Button>
            {files.length > 0 && (
              <Button look="quiet" onClick={clear}>
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

function LeftOut({
  why,
  names,
}: {
  readonly why: string
  readonly names: readonly string[]
}): ReactElement | null {
  if (names.length === 0) return null
  return (
    <chakra.p color="attentionInk" fontSize="xs" mt="1" display="flex" gap="1">
      <Icon name="warning" size={14} />
      <chakra.span minWidth="0" wordBreak="break-word">
        {why}: {names.slice(0, named).join(', ')}
        {names.length > named && ` and ${number(names.length - named)} more`}
      </chakra.span>
    </chakra.p>
  )
}

/** Browsers hand a folder over as if it were a file, and fail when it is read. */
const foldersIn = (dropped: DataTransfer): readonly string[] =>
  [...(dropped.items ?? [])].flatMap((item) => {
    const entry = item.webkitGetAsEntry()
    return entry?.isDirectory === true ? [entry.name] : []
  })

function CustodianChoice({
  projectId,
  value,
  onChoose,
}: {
  readonly projectId: number
  readonly value: string
  readonly onChoose: (value: string) => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { value: known } = useAnswer(custodians, custodiansKey(projectId))
  const [adding, setAdding] = useState(false)
  const [name, setName] = useState('')
  const [wanted, setWanted] = useState('')
  // The one that was just added is chosen as soon as it is there.
  const added = wanted === '' ? undefined : known?.find((one) => one.name === wanted)?.custodianId
  useEffect(() => {
    if (added === undefined) return
    onChoose(String(added))
    setWanted('')
  }, [added, onChoose])
  const add = () => {
    const given = name.trim()
    if (given === '') return
    run(addCustodian({ projectId, name: given }))
    setWanted(given)
    setAdding(false)
    setName('')
  }
  if (adding || known?.length === 0) {
    return (
      <Field label="New custodian" hint="The person or place that the material comes from.">
        <chakra.div display="flex" gap="2">
          <DraftInput
            value={name}
            onChange={setName}
            maxLength={100}
            autoFocus={adding}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add()
              if (event.key === 'Escape') setAdding(false)
            }}
          />
          <Button onClick={add} disabled={name.trim() === ''}>
            Add
          </Button>
          {adding && (
            <Button look="quiet" onClick={() => setAdding(false)}>
              Cancel
            </Button>
          )}
        </chakra.div>
      </Field>
    )
  }
  return (
    <Field label="Custodian" hint="The person or place that the material comes from.">
      <chakra.div display="flex" gap="2">
        <Select
          value={value}
          placeholder="Choose a custodian"
          choices={(known ?? []).map((one) => ({
            value: String(one.custodianId),
            label: `${one.name} (${number(one.documentCount)})`,
          }))}
          onChoose={onChoose}
        />
        <Button icon="plus" onClick={() => setAdding(true)}>
          New
        </Button>
      </chakra.div>
    </Field>
  )
}
