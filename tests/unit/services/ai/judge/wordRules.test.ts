import { describe, expect, it } from 'vitest'
import { judge } from '../../../../../main/src/services/ai/judge/judge.ts'
import { found, verdictOn } from './cases.ts'

const words = {
  terms: [
    { use: '水砣', avoid: ['铅锤', '测深锤'] },
    { use: '航海图志', avoid: ['航海图'] },
    { use: 'harbour', avoid: ['harbor'] },
  ],
  banned: ['不禁', '命运的齿轮', 'suddenly'],
}

const brokenMarks: readonly (readonly [text: string, constraint: string, mark: string])[] = [
  ['雾来了。快走！', '避免使用感叹号和省略号', '！'],
  ['他没说完……灯灭了。', '避免使用感叹号和省略号；话没有说完，用句号收住', '……'],
  ['他没说完...灯灭了。', '不用省略号', '...'],
  ['他没说完。。。', '不要省略号', '。。。'],
  ['快走!', '禁用惊叹号', '!'],
  ['“快走！”她说。', '全书不使用感叹号', '！'],
  ['雾——很大。', '不得使用破折号', '——'],
  ['雾很大；灯很小。', '禁止分号', '；'],
  ['你是谁？', '不用问号', '？'],
  ['快走！！', '不要连用感叹号', '！！'],
  ['你说什么？？', '不许多个问号', '？？'],
  ['雾真大！', '叙述中不用感叹号', '！'],
  ['「快走！」', '对话里不用感叹号', '！'],
  ['雾真大！\r\n', '勿用叹号', '！'],
  ['𠮷田走了！', '别用感叹号', '！'],
  ['Run!', 'No exclamation marks', '!'],
  ['He was gone…', 'Avoid ellipses.', '…'],
  ['The fog -- thick.', 'Never use dashes', '--'],
  ['Fog; lamps.', 'Do not use semicolons', ';'],
  ['Who was it?', "Don't use question marks in narration", '?'],
  ['The fog — thick.', 'No em dashes', '—'],
  ['“船来了！”阿簪说。', '感叹号一个也不要', '！'],
  ['我张了张嘴……没有说。', '通篇无省略号', '……'],
  ['那个人——姓沈。', '切忌破折号', '——'],
  ['“你也用左手。”她说。', '对话不加引号', '“'],
  ['他说OK，就出去了。', '不许夹英文', 'OK'],
  ['“来嘛～”她说。', '不用波浪号', '～'],
  ['The lamp went out; the bell stopped.', 'Not a single semicolon, please.', ';'],
  ['"You are left-handed," she said.', 'Dialogue goes without quotation marks', '"'],
]

const keptMarks: readonly (readonly [text: string, constraint: string])[] = [
  ['快走！', '少用感叹号'],
  ['快走！', '除了对话，避免使用感叹号'],
  ['快走！', '不要滥用感叹号'],
  ['快走！', '感叹号可以用'],
  ['快走！', '尽量不用感叹号'],
  ['快走！', '每章不要超过三个感叹号'],
  ['快走！', '不要连用感叹号'],
  ['“快走！”她说。', '叙述中不用感叹号'],
  ['雾真大！', '对话里不用感叹号'],
  ['雾真大。', '避免使用感叹号和省略号'],
  ['快走！', '避免使用省略号'],
  ['一——', '不用省略号'],
  ['雾…大', '不要连用感叹号'],
  ['真的？', '不许多个问号'],
  ['雾、灯、船。', '禁止分号'],
  ['快走！', '语气要冷静'],
  ['Run!', 'Use exclamation marks sparingly'],
  ['Run!', 'No more than one exclamation mark per page'],
  ['“Run!” she said.', 'No exclamation marks in narration'],
  ['Run.', 'No exclamation marks'],
  ['Dr. Lin left at 3.14.', 'Avoid ellipses'],
]

describe('punctuation', () => {
  it.each(brokenMarks)('is judged: %s breaks 「%s」', (text, constraint, mark) => {
    expect(verdictOn(text, [constraint]).findings).toMatchObject([
      { kind: 'style', code: 'mark', params: { mark } },
    ])
  })

  it.each(keptMarks)('is judged: %s does not break 「%s」', (text, constraint) => {
    expect(found(text, [constraint])).toEqual([])
  })
})

const brokenWords: readonly (readonly [text: string, constraint: string, quote: string])[] = [
  ['他放下铅锤。', '', '他放下铅锤。'],
  ['雾里，他举起测深锤。', '', '雾里，他举起测深锤。'],
  ['他翻开航海图。', '', '他翻开航海图。'],
  ['他不禁叹气。', '', '他不禁叹气。'],
  ['命运的齿轮开始转动。', '', '命运的齿轮开始转动。'],
  ['“我不禁想笑。”', '', '“我不禁想笑。”'],
  ['The harbor was dark.', '', 'The harbor was dark.'],
  ['Suddenly the bell rang.', '', 'Suddenly the bell rang.'],
  ['她嘴角上扬。', '禁止使用“嘴角上扬”', '她嘴角上扬。'],
  ['空气仿佛凝固了。', '避免“仿佛”“宛如”等词', '空气仿佛凝固了。'],
  ['雾宛如纱。', '避免“仿佛”、“宛如”等词', '雾宛如纱。'],
  ['一抹微笑。', '不要用「一抹」这个词', '一抹微笑。'],
  ['黑潮漫过码头。', '全书不得出现「黑潮」', '黑潮漫过码头。'],
  ['雾像纱一样。', '叙述里不要写“像纱一样”', '雾像纱一样。'],
  ['“是的，老爷。”', '对话中不用“老爷”', '“是的，老爷。”'],
  ['他走了。\r\n　　不由得一惊。', '杜绝“不由得”之类的套话', '不由得一惊。'],
  ['𠮷田倒吸一口凉气。', '禁用“倒吸一口凉气”', '𠮷田倒吸一口凉气。'],
  ['他悄悄地起身。', '禁止使用“悄悄”', '他悄悄地起身。'],
  ['𠮷田深深地吸了一口气。', '不要使用“深深”', '𠮷田深深地吸了一口气。'],
  ['　　她淡淡的笑。', '禁用“淡淡”', '她淡淡的笑。'],
  ['来的竟然是许三娘。', '避免使用“竟然”', '来的竟然是许三娘。'],
  ['雾里好像是船。', '不要使用“好像”', '雾里好像是船。'],
  ['Very quietly he left.', 'Never use the word "very"', 'Very quietly he left.'],
  ['He smirked. She sighed.', 'Avoid the words "smirked" and "orbs".', 'He smirked.'],
  ['It was a tapestry of light.', 'Do not use "tapestry"', 'It was a tapestry of light.'],
  ['The Black Tide rose.', '“Black Tide” must not be mentioned', 'The Black Tide rose.'],
  ['他微微一笑。', '禁用词：微微、淡淡', '他微微一笑。'],
  ['He had just left.', 'Forbidden words: very, just, really', 'He had just left.'],
  ['妈妈把碗放下了。', '称呼母亲用“娘”，不要用“妈妈”', '妈妈把碗放下了。'],
  ['The harbor lay empty.', 'Always write “harbour”, never “harbor”', 'The harbor lay empty.'],
  ['“您请坐。”她说。', '对话里不准说“您”', '“您请坐。”'],
  ['她嘴角上扬，走了。', '别写“嘴角上扬”这种话', '她嘴角上扬，走了。'],
  ['黑潮来了，船都靠了岸。', '全书不得出现「黑潮」', '黑潮来了，船都靠了岸。'],
]

const keptWords: readonly (readonly [text: string, constraint: string])[] = [
  ['他翻开航海图志。', ''],
  ['港务处并不禁止划子。', ''],
  ['他放下水砣。', ''],
  ['雾很大。', ''],
  ['The harbour was dark.', ''],
  ['她嘴角动了动。', '禁止使用“嘴角上扬”'],
  ['他叹气。', '避免“仿佛”“宛如”等词'],
  ['“雾像纱一样。”她说。', '叙述里不要写“像纱一样”'],
  ['老爷走了。', '对话中不用“老爷”'],
  ['“是。”他说。', '林远不说“是”'],
  ['他说我爱你。', '主角不得说出“我爱你”'],
  ['引水上了船。', '不要把“引水”写成“领航员”'],
  ['不过他走了。', '不要用“不过”开头'],
  ['很好。', '少用“很”'],
  ['很好。', '避免过多使用“很”'],
  ['很好。', '除了对话，避免“很”'],
  ['他提起黑潮。', '许三娘不提“黑潮”'],
  ['黑潮来了。', '「黑潮」要写得有气势'],
  ['这里就是目的地。', '禁止使用“目的”'],
  ['要不是雾，船早到了。', '避免使用“要不”'],
  ['The everyday fog.', 'Never use the word "very"'],
  ['He was very late.', 'Use "very" sparingly'],
  ['He said the oath.', 'Ben must not say "oath"'],
  ['水深四米，米缸空了。', '水深一律写作“托”，不写“米”'],
  ['“您好。”', '对沈家的人，不要用“您”，林远除外'],
]

describe('the choice of words', () => {
  it.each(brokenWords)('is judged: %s breaks 「%s」 or the word list', (text, constraint, quote) => {
    const { findings } = verdictOn(
      text,
      constraint === '' ? [] : [constraint],
      constraint === '' ? { wordList: words } : {},
    )
    expect(findings).toMatchObject([{ kind: 'terminology', quote }])
  })

  it.each(keptWords)('is judged: %s breaks neither 「%s」 nor the word list', (text, constraint) => {
    expect(
      found(text, constraint === '' ? [] : [constraint], constraint === '' ? { wordList: words } : {}),
    ).toEqual([])
  })

  it('has a wrong term found once a sentence, with what to write', () => {
    expect(verdictOn('铅锤，铅锤。', [], { wordList: words }).findings).toEqual([
      {
        ...{ kind: 'terminology', from: 0, to: 6, quote: '铅锤，铅锤。' },
        ...{ code: 'term', params: { word: '铅锤', use: '水砣' } },
      },
    ])
  })

  it('is left to a reader when no word of the constraint can be searched', () => {
    const { checked, modelConstraints } = verdictOn('雾。', ['林远性格冷静', '避免感叹号', '本世界没有魔法'])
    expect({ checked, unread: modelConstraints.map(({ text }) => text) }).toEqual({
      checked: ['style'],
      unread: ['林远性格冷静', '本世界没有魔法'],
    })
  })
})

describe('a word to avoid that is a name', () => {
  const findingsIn = (text: string, longerNames: readonly string[]) =>
    judge({
      ...{ text, original: '', constraints: [], chapterNumber: 3, longerNames },
      wordList: { terms: [{ use: '林先生', avoid: ['林远'] }], banned: [] },
    }).findings.map(({ quote }) => quote)

  it('is not found inside a longer name of the book, and is in front of a verb', () => {
    expect([
      findingsIn('林远山在塔下等我。', ['林远山']),
      findingsIn('林远来过。', ['林远来']),
      findingsIn('林远在塔下等我。', []),
    ]).toEqual([[], ['林远来过。'], ['林远在塔下等我。']])
  })
})
