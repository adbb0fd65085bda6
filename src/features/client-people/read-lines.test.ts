import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const emails = (text: string) => readLines(text).map(({ email }) => email)

describe('a list of people', () => {
  it('is read as it is pasted: addresses alone, or with a name beside or around them', () => {
    expect(
      readLines('ines@firm.example\n\nTom Field <tom@firm.example>\r\nann@firm.example, Ann Lee\n'),
    ).toEqual([
      { email: 'ines@firm.example', name: '', role: '', projects: [] },
      { email: 'tom@firm.example', name: 'Tom Field', role: '', projects: [] },
      { email: 'ann@firm.example', name: 'Ann Lee', role: '', projects: [] },
    ])
  })

  it('is read by the names of its columns where it has them, with quotes, in any order', () => {
    const csv =
      '\uFEFFName;E-mail;Role;Projects\r\n"Lee; Ann";ann@firm.example;Reviewer;"Harmon; Larkspur"\r\n'
    expect(readLines(csv)).toEqual([
      { email: 'ann@firm.example', name: 'Lee; Ann', role: 'Reviewer', projects: ['Harmon', 'Larkspur'] },
    ])
  })

  it('keeps formulas as the text that they are', () => {
    expect(emails('"=HYPERLINK(""http://x"",""a@b.c"")"\n@SUM(1)')).toEqual([
      '=HYPERLINK("http://x","a@b.c")',
      '@SUM(1)',
    ])
  })
})
