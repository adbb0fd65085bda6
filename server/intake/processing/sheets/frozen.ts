/** Panes that stay where they are while the rest is scrolled, as old Excel and OpenDocument store them. */
import { excelRecords, recordTypes } from '../documents/binary/excel-records.ts'
import { decodeXml, walkXml } from '../documents/xml.ts'
import type { Frozen } from './library.ts'

const none = { frozenRows: 0, frozenColumns: 0 }
export const noneFrozen: Frozen = () => none

const pane = 0x0041
const window2 = 0x023e
const isFrozen = 0x0008

/** By the records of each sheet ([MS-XLS] 2.4.197 and 2.4.346). */
export function frozenInExcel(stream: Buffer): Frozen {
  const begins: number[] = []
  const found = new Map<number, typeof none>()
  let index = -1
  let frozen = false
  for (const { type, body, at } of excelRecords(stream)) {
    if (type === recordTypes.boundSheet && body.length >= 4) begins.push(body.readUInt32LE(0))
    else if (type === recordTypes.beginOfFile) {
      const sheet = begins.indexOf(at - 4)
      // Charts within a sheet begin a part of their own.
      if (sheet >= 0) {
        index = sheet
        frozen = false
      }
    } else if (type === window2 && body.length >= 2) frozen = (body.readUInt16LE(0) & isFrozen) !== 0
    else if (type === pane && body.length >= 4 && frozen && index >= 0)
      found.set(index, { frozenColumns: body.readUInt16LE(0), frozenRows: body.readUInt16LE(2) })
  }
  return (sheet) => found.get(sheet) ?? none
}

/** The mode in which a pane is frozen, and not only split. */
const frozenMode = '2'

/** By the settings of the view, which name sheets. */
export function frozenInOpenDocument(settings: Buffer | null): Frozen {
  const found = new Map<string, Map<string, string>>()
  if (settings !== null) {
    const names: string[] = []
    let item: string | null = null
    walkXml(decodeXml(settings), {
      open(name, attributes) {
        if (name === 'config-item-map-entry') names.push(attributes.get('name') ?? '')
        if (name === 'config-item') item = attributes.get('name') ?? ''
      },
      text(text) {
        const sheet = names.at(-1)
        if (item === null || sheet === undefined) return
        const items = found.get(sheet) ?? new Map<string, string>()
        found.set(sheet, items.set(item, text))
      },
      close(name) {
        if (name === 'config-item-map-entry') names.pop()
        if (name === 'config-item') item = null
      },
    })
  }
  return (_, name) => {
    const items = found.get(name)
    const split = (which: string): number =>
      items?.get(`${which}SplitMode`) === frozenMode ? Number(items.get(`${which}SplitPosition`)) || 0 : 0
    return { frozenRows: split('Vertical'), frozenColumns: split('Horizontal') }
  }
}
