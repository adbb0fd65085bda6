import { describe, expect, it } from 'vitest'
import { groupsFor, readLines } from './read-lines.ts'

const emails = (text: string) => readLines(text).map(({ email }) => email)
const named = (text: string) => readLines(text).map(({ email, name }) => [email, name])

describe('a list of people', () => {
  it('is read as it is pasted: addresses alone, or with a name beside or around them', () => {
    expect(
      readLines('ines@firm.example\n\nTom Field <tom@firm.example>\r\nann@firm.example, Ann Lee\n'),
    ).toEqual([
      { line: 1, email: 'ines@firm.example', name: '', role: '', projects: [], groups: [] },
      { line: 3, email: 'tom@firm.example', name: 'Tom Field', role: '', projects: [], groups: [] },
      { line: 4, email: 'ann@firm.example', name: 'Ann Lee', role: '', projects: [], groups: [] },
    ])
  })

  it('is read by the names of its columns where it has them, with quotes, in any order', () => {
    const csv =
      '\uFEFFName;E-mail;Role;Projects\r\n"Lee; Ann";ann@firm.example;Reviewer;"Harmon; Larkspur"\r\n'
    expect(readLines(csv)).toEqual([
      {
        ...{ line: 2, email: 'ann@firm.example', name: 'Lee; Ann' },
        ...{ role: 'Reviewer', projects: ['Harmon', 'Larkspur'], groups: [] },
      },
    ])
  })

  it('may name securable groups, of each of its projects or of one', () => {
    const [line] = readLines('email,projects,groups\nann@firm.example,Harmon; Lark,Case team; Lark: Lead\n')
    expect(line?.groups).toEqual(['Case team', 'Lark: Lead'])
    expect(groupsFor('Harmon', line?.projects ?? [], line?.groups ?? [])).toEqual(['Case team'])
    expect(groupsFor('Lark', line?.projects ?? [], line?.groups ?? [])).toEqual(['Case team', 'Lead'])
    // A colon of the name itself parts nothing.
    expect(groupsFor('Harmon', ['Harmon'], ['Team: A'])).toEqual(['Team: A'])
  })

  it('may have several addresses in a line, as mail programs copy them', () => {
    const three = [
      ['ines@firm.example', 'Duarte, Ines'],
      ['ida@firm.example', 'Roth, Ida'],
      ['tom@firm.example', ''],
    ]
    const outlook = 'Duarte, Ines <ines@firm.example>; Roth, Ida <ida@firm.example>; tom@firm.example;'
    expect(named(outlook)).toEqual(three)
    expect(named('"Duarte, Ines" <ines@firm.example>, "Roth, Ida" <ida@firm.example>')).toEqual(
      three.slice(0, 2),
    )
    expect(emails('a@x.example, b@x.example;c@x.example\td@x.example e@x.example\nf@x.example')).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}@x.example`),
    )
  })

  it('is parted by the sign of the first line that has one', () => {
    expect(named('ines@firm.example\ntom@firm.example;Tom Field')[1]).toEqual([
      'tom@firm.example',
      'Tom Field',
    ])
    expect(readLines('ann@firm.example, Ann Lee, Reviewer, Harmon; Larkspur')[0]).toMatchObject({
      ...{ name: 'Ann Lee', role: 'Reviewer', projects: ['Harmon', 'Larkspur'] },
    })
    const mixed = 'Duarte, Ines <ines@firm.example>; Roth, Ida <ida@firm.example>\ntom@firm.example;Tom Field'
    expect(named(mixed)[2]).toEqual(['tom@firm.example', 'Tom Field'])
    expect(emails('a@x.example\rb@x.example')).toEqual(['a@x.example', 'b@x.example'])
  })

  it('keeps formulas as the text that they are', () => {
    expect(emails('"=HYPERLINK(""http://x"",""a@b.c"")"\n@SUM(1)')).toEqual([
      '=HYPERLINK("http://x","a@b.c")',
      '@SUM(1)',
    ])
  })
})
