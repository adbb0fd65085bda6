/**
 * The page's own copy of the contracts has the calls and schemas that it uses and no others: none of them does anything
 * where it is made, which is said of each, because nobody can see it of a schema with a check. And it goes without what each
 * call is said to do: that is told to who reads the API page, which the server makes. Lines stay where they are, for source
 * maps.
 */
import type { Plugin } from 'vite'

/** A call's declaration, and no other object: a label may have the same name. */
const call = /^(?:export )?const \w+ = \w+\(\{\n[\s\S]*?^\}\)/gm
const summary = /^ {2}summary:\s*(?:(['"`])(?:\\.|(?!\1)[^\\])*\1(?:\s*\+\s*)?)+,?$/gm
const schema = /(?<![\w.])(?=(?:z\.[\w.]+|listOf|wholeParam)\()/g
const declared = /(?<=^(?:export )?const \w+ = )(?=\w+\()/gm

export const contractAsUsed = (code: string): string =>
  code
    .replaceAll(call, (declaration) =>
      declaration.replaceAll(summary, (found) => found.replaceAll(/[^\n]/g, '')),
    )
    .replaceAll(schema, '/* @__PURE__ */ ')
    .replaceAll(declared, '/* @__PURE__ */ ')

export function contractsAsUsed(): Plugin {
  let shorter = false
  return {
    name: 'affiant:contracts-as-used',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contracts[\\/][^\\/]+\.ts(\?calls)?$/ },
      handler: (code) => {
        const used = contractAsUsed(code)
        shorter ||= /^ {2}summary:/m.test(code) && !/^ {2}summary:/m.test(used)
        return { code: used, map: null }
      },
    },
    generateBundle: () => {
      if (!shorter) throw new Error('No contract has a summary that is written as it was')
    },
  }
}
