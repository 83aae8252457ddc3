import { findMentions } from './mentions.ts'
import type { NamedEntry, NameIndex } from './nameIndex.ts'

export interface Suggestion {
  readonly kind: 'name' | 'alias' | 'shared_alias'
  readonly text: string
  /** How often it stands in the manuscript. */
  readonly count: number
  /** The entry an alias probably belongs to. */
  readonly of?: string
  /** One place where it stands. */
  readonly sample: string
}

const leastCount = 3
const mostSuggestions = 200
const sampleUnits = 40

const surnames =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎鲁韦马苗凤方俞任袁柳鲍史唐费薛雷贺倪汤殷罗毕郝邬傅卞齐康伍余元卜顾孟黄穆萧尹姚邵汪祁毛狄贝臧戴宋庞熊纪舒屈祝董梁杜阮蓝季贾路江童颜郭梅林刁钟徐邱骆高夏蔡田樊胡凌霍虞万卢莫丁邓洪包左石崔吉龚程邢裴陆翁荀甄曲储靳侯仰秋仲伊宫宁仇甘厉祖武符刘景詹龙叶司黎薄白蒲鄂索咸籍赖卓屠蒙池乔阴闻党翟谭劳姬申冉宰郦雍桑桂牛寿边燕冀浦尚农温庄晏柴瞿阎习艾鱼容古慎戈廖庾终暨衡耿弘匡文寇禄阙欧沃利蔚越隆巩聂晁勾敖融冷辛阚简饶曾沙养鞠须丰巢关荆竺权盖益桓公琴商牟佘佴伯赏墨哈谯笪阳佟言福'
const doubleSurnames = '欧阳|司马|上官|诸葛|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐|长孙|宇文|端木|独孤|南宫|西门'
/** A name does not begin or go on with these. */
const noName =
  '的了着过是在有和就都而及与这那个一不也又很把被给对从向到说道问笑想看听走来去起上下里外前后之其此'
const titles = '先生|小姐|太太|夫人|姑娘|公子|掌柜|师傅|老师|医生|大人|将军|叔|伯|婶|哥|姐|爷|娘'
const speaks = '(?=说|道|曰|问|答|笑|叹|喊|叫|骂|点头|摇头|站起|看着|想)'
const given = `[^\\P{Script=Han}${noName}]`
const chinese = new RegExp(
  `(?:${doubleSurnames})${given}{1,2}?${speaks}|[${surnames}]${given}{1,2}?${speaks}|[老小阿]${given}{1,2}?${speaks}|[${surnames}](?:${titles})`,
  'gu',
)
const latin = /(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)?/g

/**
 * What the author may want to add: recurring names the codex does not know, probable aliases of its entries, and
 * aliases that two entries share. A heuristic over the text, in time linear in it; nothing is added by itself.
 */
export function suggestNames(
  entries: readonly NamedEntry[],
  index: NameIndex,
  texts: readonly string[],
): Suggestion[] {
  const unknown = new Map<string, { count: number; sample: string }>()
  const shared = new Map<string, { count: number; sample: string }>()
  for (const text of texts) {
    const mentions = findMentions(text, index)
    const covered = new Set(mentions.map(({ from }) => from))
    const ends = new Set(mentions.map(({ to }) => to))
    for (const { key, confidence, from } of mentions) if (confidence < 1) count(shared, key, text, from)
    for (const pattern of [chinese, latin]) {
      for (const match of text.matchAll(pattern)) {
        const to = match.index + match[0].length
        if (covered.has(match.index) || ends.has(to)) continue
        count(unknown, match[0], text, match.index)
      }
    }
  }
  const items = [...unknown]
    .filter(([, { count: times }]) => times >= leastCount)
    .map(([text, { count: times, sample }]): Suggestion => {
      const of = ownerOf(text, entries)
      return { kind: of ? 'alias' : 'name', text, count: times, sample, ...(of ? { of: of.id } : {}) }
    })
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
  return [...sharedAliases(index, shared), ...items].slice(0, mostSuggestions)
}

function count(found: Map<string, { count: number; sample: string }>, key: string, text: string, at: number) {
  const known = found.get(key)
  if (known) known.count += 1
  else found.set(key, { count: 1, sample: sampleAt(text, at) })
}

function sampleAt(text: string, at: number): string {
  const line = text.slice(Math.max(0, at - sampleUnits), at + sampleUnits).toWellFormed()
  return line.replace(/\s+/g, ' ').replaceAll('\uFFFD', '').trim()
}

function sharedAliases(
  index: NameIndex,
  found: ReadonlyMap<string, { count: number; sample: string }>,
): Suggestion[] {
  return index.names
    .filter(({ owners }) => owners.length > 1)
    .flatMap(({ owners }) =>
      owners.map(({ key, entry }): Suggestion => {
        const { count: times = 0, sample = '' } = found.get(key) ?? {}
        return { kind: 'shared_alias', text: key.slice(0, 200), count: times, of: entry.id, sample }
      }),
    )
}

/** The one entry whose name shares the surname and title, or ends alike; undefined when several do. */
function ownerOf(text: string, entries: readonly NamedEntry[]): NamedEntry | undefined {
  const isTitle = new RegExp(`^.(?:${titles})$`, 'u').test(text)
  const owners = entries.filter(({ name }) => {
    if (isTitle) return name.startsWith(text.slice(0, 1)) && name.length <= 4
    const called = text.replace(/^[老小阿]/u, '')
    if (called !== text)
      return name.startsWith(called) || (name.length > called.length && name.endsWith(called))
    return (
      name.length > 1 && (name.split(' ').includes(text) || (text.endsWith(name.slice(1)) && name.length > 2))
    )
  })
  return owners.length === 1 ? owners[0] : undefined
}
