import { expect, test } from 'vitest'
import { evidence as en } from '../../../../renderer/src/i18n/enViewer.ts'
import { evidence as zh } from '../../../../renderer/src/i18n/zhViewer.ts'

// A text beyond the capacity of a request has no room in any window and with any share.
test('the advice at a cut promises room to a shorter text alone, in Chinese and in English', () => {
  expect([zh.getIn.over_budget, en.getIn.over_budget]).toEqual([
    '写短一些或拆成几份就能放进更多；窗口更大的模型也许放得下。',
    'A shorter text lets more of it in; a model with a larger window may have room for it.',
  ])
})
