import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { narrationOf, quotedSpans, sentencesOf } from '../../../../../main/src/services/ai/judge/narration.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { strangeTexts } from '../../../../support/strangeText.ts'
import { found, verdictOn } from './cases.ts'

const first = '严格第一人称叙述，叙述者是林远；不写他没有看见的事'
const plainFirst = '严格第一人称叙述'
const third = '全书第三人称叙述'

const broken: readonly (readonly [text: string, constraint: string, quote: string])[] = [
  ['林远走进房间，他看见桌上有一封信。', plainFirst, '林远走进房间，他看见桌上有一封信。'],
  ['林远推开门。雾涌进来。', first, '林远推开门。'],
  ['　　林远把信收好，转身下楼。', first, '林远把信收好，转身下楼。'],
  ['雾散了。林远终于笑了。我没有说话。', first, '林远终于笑了。'],
  ['他推开门，走进雾里。许三娘跟在后面。他没有回头。他数着石阶。', first, '他推开门，走进雾里。'],
  ['她推开门。她走进雾里。她没有回头。', plainFirst, '她推开门。'],
  ['他们上了船。他们升起帆。他们没有回头。', plainFirst, '他们上了船。'],
  ['“走吧。”他忽然想起父亲的话。', plainFirst, '他忽然想起父亲的话。'],
  ['雾很大。她觉得冷。', plainFirst, '她觉得冷。'],
  ['灯灭了，他知道有人来了。', plainFirst, '灯灭了，他知道有人来了。'],
  ['「别动。」他后悔了。', plainFirst, '他后悔了。'],
  [
    'He opened the door. He saw the letter. He put it in his coat.',
    'First person throughout',
    'He opened the door.',
  ],
  [
    'The fog came in. She wondered who had lit the lamp.',
    'Strict first-person narration',
    'She wondered who had lit the lamp.',
  ],
  ['Lin walked down to the quay.', 'First person; the narrator is Lin', 'Lin walked down to the quay.'],
  ['她把信折好，放进口袋，然后上了楼。', first, '她把信折好，放进口袋，然后上了楼。'],
  ['你推开门，走进雾里。你听见钟响了三下。', first, '你推开门，走进雾里。'],
  ['沈既明推开门。沈既明坐下来。', first, '沈既明推开门。'],
  ['Ann opened the door. He walked into the fog.', 'First person', 'Ann opened the door.'],
  ['林远停下脚步。我看着雾。', third, '我看着雾。'],
  ['雾起来了，我听见钟声。', third, '雾起来了，我听见钟声。'],
  ['她把信递过去。我们谁也没有动。', '第三人称，不写心理', '我们谁也没有动。'],
  ['他走了。\r\n　　我留在码头上。', third, '我留在码头上。'],
  ['“你走吧。”她转过身。我没有拦她。', third, '我没有拦她。'],
  ['𠮷田先生笑了。我也笑了。', third, '我也笑了。'],
  ['The lamp went out. I heard the bell.', 'Third-person limited', 'I heard the bell.'],
  ["She turned away. I'd never seen her cry.", 'Third person only', "I'd never seen her cry."],
  ['我看着她走远。', '避免第一人称，用第三人称', '我看着她走远。'],
]

const kept: readonly (readonly [text: string, constraint: string])[] = [
  ['我抬起头。他终于开口，脸上没有怒意。他说完就走了。', first],
  ['“先别出声。”她说，目光停在门缝下面那一线光上。他终于抬起头，脸上没有怒意。', first],
  ['雾又厚了一层，码头上的灯一盏接一盏地暗下去。', first],
  ['“走。”他摇头。“我不走。”他坐下。“你走。”他闭上眼。', first],
  ['林远的名字写在第一行，我认得这字。', first],
  ['林远两个字写得很小。', first],
  ['“林远走进房间，他看见桌上有一封信。他没有动。”', first],
  ['「他推开门，他看见了。他走了。」', first],
  ['『他推开门，他看见了。他走了。』', first],
  ['“他说：‘他看见了，他知道，他走了。’”', first],
  ['「他說：『他看見了，他知道。』」', first],
  ['“他推开门。他看见信。他走了。\n“他又回来，他觉得冷。', first],
  ['他推开门。他看见信。”许三娘不再说了。', first],
  ['"他推开门。他看见信。他知道了。" 许三娘说。', first],
  ['——他推开门，他看见信，他知道了。', first],
  ['“他早走了，”许三娘说，“他把信也带走了。他没有回头。”', first],
  ['"He knew it. He saw the letter. He ran," said the woman.', 'First person'],
  ['The lamp swung. “He felt nothing,” she said. “He never did.”', 'First person'],
  ['‘He wasn’t there,’ she said. ‘He knew.’', 'First person'],
  ['“我看见了。”许三娘说。', third],
  ['「我们走。」他说。', third],
  ['林远心想，我该走了。', third],
  ['他走进自我的深处。', third],
  ['许三娘道：我去看看。我一会儿就回来。', third],
  ['——我走了，他说，我不会回来。', third],
  ['他写道：“我在码头等你。', third],
  ['"我不去。"他摇头。"我哪里也不去。"', third],
  ['我国的旧海图上没有这座岛。', third],
  ['I should not have come, Lin thought.', 'Third person'],
  ['我不该来，林远心想。', third],
  ['雾散了。灯还亮着。灯下没有人。', first],
  ['“I saw it,” she said. “I know.”', 'Third person'],
  ['"I saw it," she said. "We all did."', 'Third person'],
  ['World War I was long over.', 'Third person'],
  ['He thought: I should have stayed.', 'Third person'],
  ['林远走进房间，他看见信。他走了。他没有回头。', '日记部分用第一人称'],
  ['林远走进房间，他看见信。他走了。他没有回头。', '第一人称与第三人称交替'],
  ['林远走进房间，他看见信。他走了。他没有回头。', '避免第一人称'],
  ['林远走进房间，他看见信。他走了。他没有回头。', '人物要有性格'],
]

describe('a rule about the narrator', () => {
  it.each(broken)('is broken by %s: 「%s」', (text, constraint, quote) => {
    expect(found(text, [constraint])).toEqual([`person ${quote}`])
  })

  it.each(kept)('is not broken by %s: 「%s」', (text, constraint) => {
    expect(found(text, [constraint])).toEqual([])
  })

  it('is never broken by a speech, whatever is in it', () => {
    const spoken = fc.array(
      fc.constantFrom('他看见', '我走了', '林远想', '。', '，', '！', '雾', '她觉得', 'I saw', ' He knew.'),
    )
    const checked = countedChecks()
    fc.assert(
      fc.property(spoken, fc.constantFrom('“”', '「」', '『』', '""'), (parts, [open, close]) => {
        const text = `${open}${parts.join('')}${close}`
        checked.when(/我|他看见|她觉得/.test(text))
        for (const constraint of [first, third]) expect(found(text, [constraint])).toEqual([])
      }),
    )
    checked.expectShare(0.4)
  })

  it('is not broken by a polished paragraph that inherits the fault', () => {
    const original = '他推开门，走进雾里。他没有回头。他数着石阶。'
    expect(found('他推开门，没入雾里。他不曾回头。他数石阶。', [plainFirst], { original })).toEqual([])
    expect(found('我推开门。我走了。', [third], { original: '我推开了门。' })).toEqual([])
  })

  it('is named in a finding with its place and the words that are there', () => {
    expect(verdictOn('雾起了。　　我走了。\n', [third])).toEqual({
      findings: [
        {
          ...{ kind: 'narrative', constraintId: 'c', constraint: third, from: 6, to: 10, quote: '我走了。' },
          ...{ code: 'person', params: { asked: 'third' } },
        },
      ],
      checked: ['narrative'],
      modelConstraints: [],
    })
  })
})

describe('on any text,', () => {
  it('the places of findings are inside the text, have the quoted words and cut no character', () => {
    const texts = [
      ...strangeTexts.map(({ text }) => text),
      '𠮷'.repeat(900),
      `${'雾'.repeat(150)}！${'𠮷'.repeat(300)}`,
    ]
    for (const text of texts) {
      const { findings } = verdictOn(text, [first, third, '避免感叹号', '不要出现“𠮷”“雾”'])
      for (const { from, to, quote } of findings) {
        expect(text.slice(from, to)).toBe(quote)
        expect(quote.isWellFormed() || !text.isWellFormed()).toBe(true)
        expect(quote.length).toBeLessThanOrEqual(200)
      }
      expect(narrationOf(text)).toHaveLength(text.length)
      const covered = sentencesOf(text).map((span) => text.slice(span.from, span.to))
      expect(covered.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }
  })

  it('spans of speech do not overlap and stay in the text', () => {
    const mixed = fc.array(
      fc.constantFrom('“', '”', '「', '」', '"', "'", '’', '——', '道：', '\n', '。', '我', 'x', '\r\n'),
    )
    const checked = countedChecks()
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
        checked.when(end > 0)
      }),
    )
    checked.expectShare(0.5)
  })
})
