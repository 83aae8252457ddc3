import { expect, test } from 'vitest'
import { providerId } from '../../../../renderer/src/features/settings/providerFields.ts'

test.each([
  ['DeepSeek', [], 'deepseek'],
  ['深度求索', [], 'provider'],
  ['LM Studio ', ['lm-studio'], 'lm-studio-2'],
  ['fake', [], 'fake-2'],
  ['-- x --', ['x', 'x-2'], 'x-3'],
])('the id of %s, with %j in use, is %s', (name, taken, id) => {
  expect(providerId(name, taken)).toBe(id)
})
