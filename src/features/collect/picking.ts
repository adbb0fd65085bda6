/** Files and folders that are chosen or dropped: gathered with their folders' names, and handed over. */
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { useState } from 'react'
import { queueUpload } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { collect, type PickedFile, pickedFiles } from '#src/stores/collect.ts'

/**
 * What was chosen, and what of it could not be read: files, and folders (with `/` behind them) of which nothing came. Folders
 * that hold nothing are told: no file says that they were there.
 */
export interface Gathered {
  readonly picked: readonly PickedFile[]
  readonly unread: readonly string[]
  readonly empty: readonly string[]
}

export interface Gathering extends Gathered {
  /** Folders are being read: the files counted so far are not all. */
  readonly reading: boolean
  readonly takeFiles: (files: FileList | null) => void
  readonly takeDrop: (dropped: DataTransfer) => void
  readonly clear: () => void
}

const nothing: Gathered = { picked: [], unread: [], empty: [] }

export function useGathering(): Gathering {
  const [gathered, setGathered] = useState(nothing)
  const [reading, setReading] = useState(0)
  const add = (more: Gathered) => setGathered((before) => together(before, more))
  return {
    ...gathered,
    reading: reading > 0,
    takeFiles: (files) => add({ ...nothing, picked: [...(files ?? [])].map(chosen) }),
    takeDrop: (dropped) => {
      setReading((count) => count + 1)
      void readAll(dropped).then((found) => {
        add(found)
        setReading((count) => count - 1)
      })
    },
    clear: () => setGathered(nothing),
  }
}

const chosen = (file: File): PickedFile => ({ path: file.webkitRelativePath || file.name, file })

/** All that was chosen: whether two files of one name are one is known once their bytes have been read. */
function together(before: Gathered, more: Gathered): Gathered {
  const picked = [...before.picked, ...more.picked].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  )
  return {
    picked,
    unread: [...before.unread, ...more.unread],
    empty: [...before.empty, ...more.empty],
  }
}

/** The browser tells what was dropped only while the event lasts: entries are taken at once, and read afterwards. */
function readAll({ items, files }: DataTransfer): Promise<Gathered> {
  const found: Finding = { picked: [], unread: [], empty: [] }
  const entries: FileSystemEntry[] = []
  for (const item of [...items]) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = entry === null ? item.getAsFile() : null
    if (entry !== null) entries.push(entry)
    else if (file !== null) found.picked.push(chosen(file))
    else found.unread.push('something without a name')
  }
  if (items.length === 0) found.picked.push(...[...files].map(chosen))
  return Promise.all(entries.map((entry) => readEntry(entry, '', found))).then(() => found)
}

/** What is gathered, as it grows. */
interface Finding {
  readonly picked: PickedFile[]
  readonly unread: string[]
  readonly empty: string[]
}

function readEntry(entry: FileSystemEntry, below: string, found: Finding): Promise<unknown> {
  const path = `${below}${entry.name}`
  const unread = () => {
    found.unread.push(isFolder(entry) ? `${path}/` : path)
  }
  if (isFile(entry))
    return new Promise<File>((resolve, reject) => entry.file(resolve, reject)).then(
      (file) => found.picked.push({ path, file }),
      unread,
    )
  if (isFolder(entry))
    return inside(entry.createReader()).then((entries) => {
      if (entries.length === 0) found.empty.push(`${path}/`)
      return Promise.all(entries.map((one) => readEntry(one, `${path}/`, found)))
    }, unread)
  return Promise.resolve().then(unread)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A folder is told in portions; an empty one is the end. */
const inside = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).then((some) =>
    some.length === 0 ? [] : inside(reader).then((more) => [...some, ...more]),
  )

/** What an upload is called: its one file, its one folder, or how many files it has, if any. */
export function titleOf(picked: readonly PickedFile[]): string {
  const first = picked[0]
  if (first === undefined) return 'Nothing readable'
  const [top = first.path, ...rest] = first.path.split('/')
  if (picked.length === 1 && rest.length === 0) return top
  return rest.length > 0 && picked.every(({ path }) => path.startsWith(`${top}/`))
    ? top
    : `${picked.length} file${picked.length === 1 ? '' : 's'}`
}

/** Of what could not be read so many are named in the log: where a disk is gone, they are thousands. */
const maxNamed = 100

/** The bytes go into this tab's memory, what they are goes into the log. */
export function useHandOver(): (
  gathered: Omit<Gathered, 'empty'>,
  to: { readonly projectId: number; readonly sourceId: number },
) => void {
  const { run, put, state, held } = useUnit({
    run: dispatch,
    put: pickedFiles.put,
    state: collect.$state,
    held: pickedFiles.$entries,
  })
  return ({ picked, unread }, to) => {
    const uploadKey = nanoid()
    const title = titleOf(picked)
    const bytes = picked.reduce((sum, { file }) => sum + file.size, 0)
    // A name may be that of many: what is not the same in all of this stays on the list. Of a tab that is closed it is the same
    // upload; one that still sends it leaves it to this one.
    const cut = Object.values(state.uploads).find(
      (one) =>
        one.projectId === to.projectId &&
        one.sourceId === to.sourceId &&
        // One that was to take an exception's place goes on from there.
        one.replaces === null &&
        one.title === title &&
        one.files === picked.length &&
        one.bytes === bytes &&
        one.unread.count === unread.length &&
        one.phase !== 'finished' &&
        !held.has(one.uploadKey),
    )
    put({ key: uploadKey, value: picked })
    run(
      queueUpload({
        ...to,
        uploadKey,
        title,
        files: picked.length,
        bytes,
        replaces: null,
        entry: false,
        continues: cut?.uploadKey ?? null,
        unread: { count: unread.length, paths: unread.slice(0, maxNamed) },
      }),
    )
  }
}
