import { expect, test } from 'vitest'
import { usage as usageFor } from '../../../main/src/hosts/cli/help.ts'
import { usageEn as usageEnFor } from '../../../main/src/hosts/cli/helpEn.ts'
import { importExtensions } from '../../../main/src/services/manuscript/index.ts'

const usage = usageFor(importExtensions)
const usageEn = usageEnFor(importExtensions)

const optionsIn = (text: string) => [...new Set(text.match(/--[a-z-]+/g) ?? [])].sort()

test('the help of the command is wholly in one language, and lists the same options in both', () => {
  expect(usageEn).not.toMatch(/\p{Script=Han}|[，。；：（）]/u)
  expect(usage).toMatch(/\p{Script=Han}/u)
  expect(optionsIn(usageEn)).toEqual(optionsIn(usage))
})
