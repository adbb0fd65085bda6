/** Copies of XML that hold only what is named: elements, their attributes, and the values that these may have. */
import { escaped } from '../../../platform/workbook/package-parts.ts'
import { type Attributes, walkXml } from '../documents/xml.ts'

/** By the name of an attribute; a value that does not match is left out. */
export type AllowedAttributes = Readonly<Record<string, RegExp>>
/** By the name of an element; what is not named is left out with all that is in it. */
export type AllowedElements = Readonly<Record<string, AllowedAttributes>>

export const whole = /^-?\d{1,9}$/
export const decimal = /^-?\d{1,9}(?:\.\d{1,20})?(?:E-?\d{1,3})?$/
export const flag = /^(?:0|1|true|false)$/
export const color: AllowedAttributes = {
  auto: flag,
  indexed: whole,
  rgb: /^[0-9A-Fa-f]{6,8}$/,
  theme: whole,
  tint: decimal,
}

/** Each with a blank before it. */
export function allowedAttributes(attributes: Attributes, allowed: AllowedAttributes): string {
  let text = ''
  for (const [name, values] of Object.entries(allowed)) {
    const value = attributes.get(name)
    if (value !== undefined && values.test(value)) text += ` ${name}="${escaped(value)}"`
  }
  return text
}

/** The children of the first element of this name, as far as they are allowed; their texts are left out. */
export function allowedInside(xml: string, around: string, allowed: AllowedElements): readonly string[] {
  const children: string[] = []
  let depth = -1
  let skipped = 0
  let isDone = false
  walkXml(xml, {
    open(name, attributes) {
      if (depth < 0) {
        if (name === around && !isDone) depth = 0
        return
      }
      const own = skipped > 0 ? undefined : allowed[name]
      if (own === undefined) {
        skipped++
        return
      }
      const tag = `<${name}${allowedAttributes(attributes, own)}>`
      if (depth++ === 0) children.push(tag)
      else children[children.length - 1] += tag
    },
    close(name) {
      if (depth < 0) return
      if (skipped > 0) skipped--
      else if (depth === 0) {
        isDone = true
        depth = -1
      } else {
        depth--
        children[children.length - 1] += `</${name}>`
      }
    },
  })
  // What was never closed is closed where nothing else is.
  return depth > 0 ? children.slice(0, -1) : children
}
