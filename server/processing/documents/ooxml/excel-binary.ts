/** Binary workbooks (XLSB): the cells by a library, everything else from the parts that are XML. */
import { type Zippable, zipSync } from 'fflate'
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { readWorkbook } from '../workbook.ts'
import { embedFiles } from './embedded.ts'
import { openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'

export const readExcelBinary: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const went = await draft.attempt('Its sheets', () => {
    // Unpacked within our limits and handed on as it is: the library has none.
    const unpacked: Zippable = {}
    for (const name of file.parts.names) {
      if (!/\.(bin|rels|xml)$/i.test(name) || /(^|\/)(embeddings|media|charts|drawings)\//i.test(name))
        continue
      const part = file.parts.read(name)
      if (part !== null) unpacked[name] = [part, { level: 0 }]
    }
    readWorkbook(Buffer.from(zipSync(unpacked)), draft)
  })
  if (went) await draft.attempt('What it refers to', () => readRest(file))
  await embedFiles(file)
  return draft.reading()
}
