import { expect, it } from 'vitest'
import { detectLanguage, promptLanguage } from '../../../main/src/contract/bookLanguage.ts'

it.each([
  ['Chinese', '林远推开灯塔的门，雾跟着他进来。', 'zh'],
  ['Chinese in old characters', '卻說寶玉自進園來，心滿意足，再無別項可生貪求之心。', 'zh'],
  [
    'Chinese with names in Latin letters',
    '他叫 Jonathan Harker，从 Bistritz 来，要往 Transylvania 去，路上遇见了狼。',
    'zh',
  ],
  ['Chinese with a word of Japanese', '她把「さくら」两个字写在雾里，又擦掉了，转身往码头走。', 'zh'],
  ['Japanese', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。', 'ja'],
  ['Korean', '나는 고양이로소이다. 이름은 아직 없다.', 'ko'],
  ['Russian', 'В начале июля, в чрезвычайно жаркое время, под вечер', 'ru'],
  ['English', 'It was the best of times, it was the worst of times', 'en'],
  ['English with a name in Chinese', 'He wrote 林远 on the wall and then he left for the harbour.', 'en'],
  ['French', 'Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte', 'und'],
  ['too little to tell', '# 1', undefined],
  ['nothing', '', undefined],
])('%s is told by its text', (_what, text, tag) => {
  expect(detectLanguage(text)).toBe(tag)
})

it('a prompt is Chinese for Chinese of any script or region, and English for all else', () => {
  const tags = ['zh', 'zh-Hant-TW', 'zh_CN', 'en', 'en-GB', 'ja', 'fr', 'und', 'zhx']
  expect(tags.map(promptLanguage)).toEqual(['zh', 'zh', 'zh', 'en', 'en', 'en', 'en', 'en', 'en'])
})
