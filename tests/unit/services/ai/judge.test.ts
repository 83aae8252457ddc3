import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JudgeInput, judge } from '../../../../main/src/services/ai/judge.ts'
import { narrationOf, quotedSpans, sentencesOf } from '../../../../main/src/services/ai/narration.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const noWords = { terms: [], banned: [] }
const first = '严格第一人称叙述，叙述者是林远；不写他没有看见的事'
const check = (
  text: string,
  constraints: readonly string[],
  original = '',
  words: JudgeInput['words'] = noWords,
) => judge({ text, original, constraints, words })

describe('narrative person', () => {
  it('third-person narration under a first-person rule would pass unseen', () => {
    expect(check('林远走进房间，他看见桌上有一封信。', ['严格第一人称叙述'])).toEqual({
      warnings: ['JUDGE: 可能不合约束「严格第一人称叙述」：“林远走进房间，他看见桌上有一封信。”'],
      checked: ['person'],
    })
    expect(check('林远推开门。雾涌进来。', [first]).warnings).toHaveLength(1)
    expect(
      check('他推开门，走进雾里。许三娘跟在后面。他没有回头。他数着石阶。', [first]).warnings,
    ).toHaveLength(1)
  })

  it('first-person prose about other people would be accused', () => {
    for (const text of [
      '我抬起头。他终于开口，脸上没有怒意。他说完就走了。',
      '“先别出声。”她说，目光停在门缝下面那一线光上。他终于抬起头，脸上没有怒意。',
      '雾又厚了一层，码头上的灯一盏接一盏地暗下去。',
      '林远的名字写在第一行，我认得这字。',
      '林远两个字写得很小。',
    ])
      expect(check(text, [first]).warnings, text).toEqual([])
  })

  it('what is spoken would count as told, in any kind of quotes, unclosed or begun before the text', () => {
    for (const text of [
      '“林远走进房间，他看见桌上有一封信。他没有动。”',
      '「他推开门，他看见了。他走了。」',
      '『他推开门，他看见了。他走了。』',
      '“他推开门。他看见信。他走了。\n“他又回来，他觉得冷。',
      '他推开门。他看见信。”许三娘不再说了。',
    ])
      expect(check(text, [first]).warnings, text).toEqual([])
    expect(check('“我看见了。”许三娘说。', ['全书用第三人称']).warnings).toEqual([])
  })

  it('property: a speech, whatever is in it, never breaks a rule about the narrator', () => {
    const spoken = fc.array(
      fc.constantFrom('他看见', '我走了', '林远想', '。', '，', '！', '\n', '雾', '她觉得'),
    )
    fc.assert(
      fc.property(spoken, fc.constantFrom('“”', '「」', '『』'), (parts, [open, close]) => {
        const speech = parts.join('').replaceAll('\n', '')
        const text = `${open}${speech}${close}`
        for (const rule of [first, '第三人称叙述']) expect(check(text, [rule]).warnings).toEqual([])
      }),
    )
  })

  it('"我" in third-person narration would be missed, a thought without quotes accused', () => {
    const rule = ['第三人称叙述']
    expect(check('林远停下脚步。我看着雾。', rule).warnings).toHaveLength(1)
    expect(check('林远心想，我该走了。', rule).warnings).toEqual([])
    expect(check('他走进自我的深处。', rule).warnings).toEqual([])
  })

  it('polishing a paragraph that never had a narrator would be blamed for it', () => {
    const original = '他推开门，走进雾里。他没有回头。他数着石阶。'
    expect(check('他推开门，没入雾里。他不曾回头。他数石阶。', [first], original).warnings).toEqual([])
  })

  it('a rule for some places only would be taken for the whole book', () => {
    for (const rule of ['日记部分用第一人称', '第一人称与第三人称交替', '避免第一人称', '人物要有性格'])
      expect(check('林远走进房间，他看见信。他走了。', [rule]), rule).toEqual({ warnings: [], checked: [] })
  })
})

describe('punctuation', () => {
  const rule = '避免使用感叹号和省略号；话没有说完，用句号收住'

  it('a forbidden mark would pass, or the sentence would not be named', () => {
    expect(check('雾来了。快走！他没说完……\n灯灭了。', [rule])).toEqual({
      warnings: [
        `JUDGE: 用了感叹号，约束是「${rule}」：“快走！”`,
        `JUDGE: 用了省略号，约束是「${rule}」：“他没说完……”`,
      ],
      checked: ['punctuation'],
    })
  })

  it('a limit that only a reader can judge would be enforced as a ban', () => {
    for (const soft of ['少用感叹号', '除了对话，避免使用感叹号', '不要滥用感叹号', '感叹号可以用'])
      expect(check('快走！', [soft]), soft).toEqual({ warnings: [], checked: [] })
    expect(check('快走！', ['不要连用感叹号']).warnings).toEqual([])
    expect(check('快走！！', ['不要连用感叹号']).warnings).toHaveLength(1)
    expect(check('“快走！”她说。', ['叙述中不用感叹号']).warnings).toEqual([])
    expect(check('雾真大！', ['对话里不用感叹号']).warnings).toEqual([])
  })
})

describe('words', () => {
  const words = {
    terms: [
      { use: '水砣', avoid: ['铅锤'] },
      { use: '航海图志', avoid: ['航海图'] },
    ],
    banned: ['不禁', '命运的齿轮'],
  }

  it('a wrong term or banned word would pass', () => {
    expect(check('他放下铅锤，不禁叹气。', [], '', words)).toEqual({
      warnings: [
        'JUDGE: 「铅锤」按用词表写作「水砣」：“他放下铅锤，不禁叹气。”',
        'JUDGE: 「不禁」是禁用词：“他放下铅锤，不禁叹气。”',
      ],
      checked: ['words'],
    })
  })

  it('a word inside the right term or inside another word would be accused', () => {
    expect(check('他翻开航海图志。港务处并不禁止划子。', [], '', words).warnings).toEqual([])
  })

  it('a text full of faults would bury the panel', () => {
    const { warnings } = check('铅锤。'.repeat(40), [], '', words)
    expect(warnings).toHaveLength(2)
    expect(warnings.at(-1)).toBe('JUDGE: 另有 35 处没有列出')
  })
})

describe('on any text', () => {
  it('strange text would throw, or spans would overlap or run out of it', () => {
    for (const { text } of strangeTexts) {
      check(text, [first, '第三人称', '避免感叹号'])
      expect(narrationOf(text)).toHaveLength(text.length)
      const covered = sentencesOf(text).map(({ from, to }) => text.slice(from, to))
      expect(covered.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }
    const mixed = fc.array(fc.constantFrom('“', '”', '「', '」', '"', '\n', '。', '我', '他', 'x', '\r\n'))
    fc.assert(
      fc.property(mixed, (parts) => {
        const text = parts.join('')
        let end = 0
        for (const { from, to } of quotedSpans(text)) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
