/** Binary workbooks (XLSB): the cells by a library, everything else from the parts that are XML. */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { readWorkbook } from '../workbook.ts'
import { binaryWorkbook } from './binary-parts.ts'
import { embedFiles } from './embedded.ts'
import { openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'

export const readExcelBinary: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const went = await draft.attempt('Its sheets', () => {
    readWorkbook(binaryWorkbook(file.parts), draft)
  })
  if (went) await draft.attempt('What it refers to', () => readRest(file))
  await embedFiles(file)
  return draft.reading()
}
