/** A name that is the beginning of another one's. */
export interface NamePair {
  readonly short: string
  /** Another person or place; begins with `short`. */
  readonly long: string
  readonly isPlace: boolean
}

const people = (pairs: readonly (readonly [string, string])[]): NamePair[] =>
  pairs.map(([short, long]) => ({ short, long, isPlace: false }))
const places = (pairs: readonly (readonly [string, string])[]): NamePair[] =>
  pairs.map(([short, long]) => ({ short, long, isPlace: true }))

/** For Chinese novels. */
export const chinesePairs: readonly NamePair[] = [
  ...people([
    ['林远', '林远山'],
    ['王五', '王五郎'],
    ['陆平', '陆平川'],
    ['沈青', '沈青禾'],
    ['周海', '周海生'],
    ['许安', '许安然'],
    ['顾明', '顾明月'],
    ['赵四', '赵四海'],
    ['柳如', '柳如是'],
    ['欧阳克', '欧阳克明'],
    ['阿簪', '阿簪子'],
  ]),
  ...places([
    ['青云', '青云山'],
    ['雾港', '雾港镇'],
    ['白鹭', '白鹭洲'],
    ['铁桥', '铁桥头'],
  ]),
]

/** Others, with which thresholds may be chosen: the first list measures them. */
export const otherChinesePairs: readonly NamePair[] = [
  ...people([
    ['陈铁', '陈铁军'],
    ['白玉', '白玉堂'],
    ['李福', '李福来'],
    ['张文', '张文渊'],
    ['谢子', '谢子衿'],
    ['秦可', '秦可卿'],
    ['苏小', '苏小小'],
    ['王大', '王大力'],
    ['司徒静', '司徒静怡'],
    ['何必', '何必成'],
    ['孟德', '孟德荣'],
    ['马超', '马超群'],
  ]),
  ...places([
    ['黑石', '黑石渡'],
    ['平安', '平安里'],
    ['南门', '南门外'],
    ['柳林', '柳林坡'],
  ]),
]

/** For English novels. */
export const englishPairs: readonly NamePair[] = [
  ...people([
    ['Ann', 'Annabel'],
    ['Tomm', 'Tommkins'],
    ['Lin', 'Lincott'],
    ['Rob Carver', 'Rob Carver-Hale'],
    ['Mark', 'Markham'],
  ]),
  ...places([['Fogg', 'Foggham']]),
]

/** People and places of the novels themselves: all their places are right ones, and none was planted. */
export const realNames: Readonly<Record<string, readonly string[]>> = {
  红楼梦: ['宝玉', '黛玉', '贾母', '袭人', '宝钗', '王夫人', '平儿', '贾政', '湘云', '探春', '刘姥姥'],
  三国演义: ['曹操', '孔明', '玄德', '关公', '张飞', '吕布', '周瑜', '孙权', '荆州', '许昌'],
  儒林外史: ['范进', '杜少卿', '王冕', '匡超人', '南京'],
  'bleak-house': ['Esther', 'Jarndyce', 'Guppy', 'Tulkinghorn'],
  'pride-and-prejudice': ['Elizabeth', 'Darcy', 'Bingley', 'Longbourn'],
}

const chinesePersonSentences = [
  '{N}道：“知道了。”',
  '{N}说：“我明日再来。”',
  '{N}笑道：“这话不错。”',
  '{N}问：“船到了没有？”',
  '那人姓名叫{N}，是个读书人。',
  '众人都叫他{N}。',
  '{N}推开门，走进院子里来。',
  '{N}把信折好，收在袖子里。',
  '{N}没有回头，一直往前走。',
  '来的是{N}、掌柜和两个脚夫。',
  '席上坐着掌柜、{N}和一个账房。',
  '门外站着一个人，正是{N}',
  '这封信是给{N}的。',
  '{N}的手很稳。',
  '{N}也在座上。',
  '大家看着{N}，谁也没有开口。',
  '她把{N}送到门口。',
  '“{N}！”有人在外面喊。',
  '听说{N}已经走了。',
  '{N}与掌柜一同出门。',
]
const chinesePlaceSentences = [
  '他们到了{N}，天已经黑了。',
  '{N}的人都认得他。',
  '这地方叫{N}，只有几十户人家。',
  '船在{N}停了一夜。',
  '{N}离这里还有三十里。',
  '从{N}来的客商带了茶叶。',
  '他去过京城、{N}和扬州。',
  '他一辈子没有离开过{N}',
  '{N}下了一场大雪。',
  '他说：“我在{N}住过。”',
  '{N}是个小地方。',
  '众人往{N}去了。',
]
const englishPersonSentences = [
  '{N} said nothing.',
  '"I will come to-morrow," said {N}.',
  '{N} asked whether the boat was in.',
  'His friends called him {N}.',
  'A man named {N} was at the door.',
  '{N} opened the door and came in.',
  'There were the clerk, {N} and two porters.',
  "It was {N}'s letter.",
  'He looked at {N}, and nobody spoke.',
  'The letter was for {N}',
  '"{N}!" cried a voice outside.',
  'They had heard that {N} was gone.',
  'With {N} at his side he went out.',
  'Nobody, not even {N}, knew it.',
]
const englishPlaceSentences = [
  'They came to {N} after dark.',
  'The people of {N} knew him.',
  '{N} lies thirty miles from here.',
  'He had been in London, {N} and Bath.',
  'He had never left {N}',
  '"I lived in {N} once," he said.',
  "{N}'s only inn was shut.",
  'The place was called {N}, and was small.',
]

/** Sentences around a name, `{N}` in its place; some end a paragraph without a mark. */
export function sentencesFor({ isPlace }: NamePair, isChinese: boolean): readonly string[] {
  if (isChinese) return isPlace ? chinesePlaceSentences : chinesePersonSentences
  return isPlace ? englishPlaceSentences : englishPersonSentences
}

/** How often each name of a pair is planted. */
export const occurrences: readonly number[] = [1, 2, 3, 5, 10, 30, 60]
