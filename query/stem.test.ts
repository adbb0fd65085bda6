import { describe, expect, it } from 'vitest'
import { stem } from './stem.ts'

describe('the forms of a word', () => {
  it.each([
    'apply applies applied applying',
    'invest invests invested investing',
    'merge merges merged merging',
    'hope hopes hoped hoping',
    'hop hops hopped hopping',
    'create creates created creating',
    'control controls controlled controlling',
    'agree agrees agreed agreeing',
    'die dies died dying',
    'use uses used using',
    'box boxes boxed boxing',
    'fall falls falling',
    'company companies',
    'process processes processed processing',
    'pay pays paying',
  ])('%s are told together', (words) => {
    expect(new Set(words.split(' ').map(stem)).size).toBe(1)
  })

  it.each([
    'invest investment investor',
    'apply application applicant',
    'hop hope',
    'news new',
    'king kin',
    'bed b',
    '2021 202',
  ])('%s are words of their own', (words) => {
    const all = words.split(' ')
    expect(new Set(all.map(stem)).size).toBe(all.length)
  })
})
