/** A small seeded source of chance, so that a failing layout can be made again. */
export function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  return { next, below, pick }
}

export type Chance = ReturnType<typeof chance>

const sentences = [
  '雾从港口漫上来，把路灯一盏一盏吞掉。',
  '林远把信折好，放回胸前的口袋，没有作声。',
  '“你是说，第三码头那条船昨晚就走了？”她问。',
  '潮水退得很慢，石阶上留着一层发亮的盐。',
  '他想起三年前的冬天，也是这样的夜里。',
  '老周摇摇头：“一共来了十二个人，一个也没回去。”',
  '1998年的那场台风，把半条街都卷走了。',
  '第二天一早，灯塔里的人不见了。',
  '桌上只剩下半杯冷茶，还有一张写着“四”的纸条。',
  '没有人说话，只有钟在响。',
  '𠮷叔把门闩上，回头看了她一眼。',
  '“一、不许出门；二、不许点灯。”他把规矩又念了一遍。',
]
const english = [
  'The fog came up from the harbour and took the lamps one by one.',
  'He folded the letter and put it back, and said nothing at all.',
  '“You mean the boat left last night?” she asked.',
  'In chapter and verse he told them what had happened in part two of the plan.',
  'There were twelve of them, and not one came back.',
]

/** So many paragraphs; Chinese ones are indented as authors do. */
export function prose(paragraphs: number, random: Chance, language: 'zh' | 'en' = 'zh'): string[] {
  return Array.from({ length: paragraphs }, () => {
    const pool = language === 'zh' ? sentences : english
    const text = Array.from({ length: 2 + random.below(3) }, () => random.pick(pool))
    return language === 'zh' ? `　　${text.join('')}` : text.join(' ')
  })
}

const digits = '零一二三四五六七八九'

/** 一百零一, as it is usually written. */
export function chinese(value: number): string {
  if (value < 10) return digits[value] ?? ''
  if (value < 20) return `十${value % 10 === 0 ? '' : chinese(value % 10)}`
  if (value < 100) return `${chinese(Math.floor(value / 10))}十${value % 10 === 0 ? '' : chinese(value % 10)}`
  const rest = value % 100
  const tail =
    rest === 0 ? '' : rest < 10 ? `零${chinese(rest)}` : rest < 20 ? `一${chinese(rest)}` : chinese(rest)
  return `${chinese(Math.floor(value / 100))}百${tail}`
}

export function roman(value: number): string {
  const signs: readonly [number, string][] = [
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let rest = value
  let text = ''
  for (const [worth, sign] of signs)
    while (rest >= worth) {
      text += sign
      rest -= worth
    }
  return text
}

export function words(value: number): string {
  const small =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    )
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
  if (value < 20) return small[value] ?? ''
  return `${tens[Math.floor(value / 10) - 2]}${value % 10 === 0 ? '' : `-${small[value % 10]}`}`
}

export const names =
  '雾起 潮落 浸水的信 天涯思君 疯狂年代 盐 灯塔下的人 归航 旧事 不速之客 长街 冬夜 两封信 码头 断桥 过客 风铃 无名碑 南渡 重逢 暗流 白鸟 石阶 十二个人 最后一班船 门闩 空屋 雪 失约 远山 故人来 三更 试探 迷津 逐客令 黑伞 破晓 逆风 沉船 遗嘱'.split(
    ' ',
  )
