import { expect, test } from 'vitest'
import { countTics, ticLabels } from '../../../../main/src/services/voice/tics.ts'

/** A sentence with each tic, and no other one. */
const sentences = {
  zh: [
    ['不是……而是', '这不是雨，而是雪。'],
    ['缓缓', '他缓缓抬头。'],
    ['微微', '她微微一笑。'],
    ['淡淡', '她淡淡地说。'],
    ['静静、轻轻、悄悄', '他轻轻放下。'],
    ['仿佛、宛如、犹如', '月光宛如流水。'],
    ['一丝、一抹、一股', '脸上一抹红。'],
    ['不由得、下意识', '他下意识回头。'],
    ['嘴角、眼中闪过', '他嘴角勾起。'],
    ['深吸一口气', '她深吸了一口气。'],
    ['沉默片刻、空气凝固', '沉默了片刻，他走了。'],
    ['——', '他说——走。'],
    ['……', '他说……走。'],
    ['甲、乙、丙', '桌上有笔、墨、纸。'],
  ],
  en: [
    ['not … but', 'It was not rain but snow.'],
    ['wasn’t …, it was', "It wasn't rain; it was snow."],
    ['slowly, softly, gently', 'He slowly turned.'],
    ['as if, as though', 'He looked as if lost.'],
    ['a mix of, a testament to', 'It was a testament to him.'],
    ['a hint of, a flicker of', 'There was a hint of rain.'],
    ['let out a breath', 'He let out a breath.'],
    ['eyes widened', 'Her eyes narrowed.'],
    ['barely above a whisper', 'It was barely above a whisper.'],
    ['couldn’t help but', "She couldn't help but laugh."],
    ['—', 'He said -- go.'],
    ['…', 'He said... go.'],
    ['a, b, and c', 'Wet, cold, and tired.'],
  ],
} as const

test.each(['zh', 'en'] as const)(
  'every tic of %s is counted in its sentence, and nowhere else',
  (language) => {
    const counted = sentences[language].map(([label, text]) => [
      label,
      ticLabels(language).filter((_, at) => countTics(text, language)[at] === 1),
    ])
    expect(counted).toEqual(ticLabels(language).map((label) => [label, [label]]))
  },
)

test.each([
  ['这是雨，不是雪。那是海。', 'zh'],
  ['红、白。他来了，我走了。', 'zh'],
  ['He was not there. But she was. Red and white, then.', 'en'],
] as const)('an ordinary sentence has no tic: %s', (text, language) => {
  expect(countTics(text, language).filter((count) => count > 0)).toEqual([])
})
