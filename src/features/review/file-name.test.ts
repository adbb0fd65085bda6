import { describe, expect, it } from 'vitest'
import { byFileName } from './file-name.ts'

describe('a query that is the name of a file', () => {
  it.each([
    ['report.xlsx', 'File_Name:"report.xlsx"'],
    [' Cost report 2024.pdf ', 'File_Name:"Cost report 2024.pdf"'],
    ['"rig-12_log.csv"', 'File_Name:"rig-12_log.csv"'],
    ['archive.7z', 'File_Name:"archive.7z"'],
    ['report', null],
    ['the end. Then', null],
    ['3.14', null],
    ['File_Name:report.xlsx', null],
    ['(report.xlsx)', null],
    ['rep*.xlsx', null],
    ['', null],
  ])('%s', (query, asked) => {
    expect(byFileName(query)).toBe(asked)
  })
})
