import { isDeepStrictEqual } from 'node:util'
import { type Draft, emptyFields } from './draft.ts'
import { limits } from './limits.ts'
import { mapLore, oneLine, reportLore } from './lore.ts'
import { clip, type Losses, type Sentence, unknownField } from './losses.ts'
import { isList, isNothing, isRecord, type Json, type JsonRecord, stringsOf, textOf } from './safeJson.ts'

// The format is not published; fields and defaults as versions 4 to 6 of the files have them.

/** The name of an entry that nobody has named. */
const unnamed = 'New Lorebook Entry'

const mapped = new Set('text displayName id keys enabled forceActivation category lastUpdatedAt'.split(' '))
/** Values that every new entry has, or that say nothing to an app that decides about room by itself. */
const usual: Readonly<Record<string, readonly Json[]>> = {
  searchRange: [1000],
  prefix: ['', '----\n'],
  suffix: ['', '\n'],
  tokenBudget: [1, 2048],
  reservedTokens: [0],
  budgetPriority: [400],
  trimDirection: ['trimBottom'],
  insertionType: ['newline'],
  maximumTrimType: ['sentence', 'newline', 'token'],
  insertionPosition: [-1],
}
const reasons = new Map(
  Object.entries<Sentence>({
    searchRange: [
      '搜索范围由 CreoNow 决定，不起作用。',
      'CreoNow decides where to look; this has no effect.',
    ],
    contextConfig: [
      '前后缀、位置、长度和裁剪由 CreoNow 安排，不起作用。',
      'CreoNow arranges affixes, places, lengths and cuts; this has no effect.',
    ],
    keyRelative: [
      '插入位置由 CreoNow 安排，不起作用。',
      'CreoNow arranges where it stands; this has no effect.',
    ],
    nonStoryActivatable: [
      '只在小说正文里找名字，不在别处找，不起作用。',
      'Names are looked for in the novel’s text and nowhere else; this has no effect.',
    ],
    loreBiasGroups: ['词语偏置没有对应，不起作用。', 'Biases of words have no equivalent; no effect.'],
    advancedConditions: ['触发条件没有对应，不起作用。', 'Conditions have no equivalent; no effect.'],
  }),
)

/** The categories of a lorebook by id: their names become tags, a disabled one disables its entries. */
export function novelAiCategories(book: JsonRecord): ReadonlyMap<string, JsonRecord> {
  const list = isList(book.categories) ? book.categories.filter(isRecord) : []
  return new Map(list.map((category) => [textOf(category.id), category]))
}

/** One entry of a NovelAI `.lorebook`; what is not mapped is kept in `extra.novelai`. */
export function fromNovelAi(
  raw: JsonRecord,
  categories: ReadonlyMap<string, JsonRecord>,
  losses: Losses,
): Draft {
  const category = categories.get(textOf(raw.category))
  const keys = stringsOf(raw.keys)
  const title = textOf(raw.displayName)
  const lore = mapLore({
    title: title === unnamed && keys.length > 0 ? '' : title,
    keys: keys.filter((key) => !needsAll(key)),
    content: textOf(raw.text),
    constant: raw.forceActivation === true,
    disabled: raw.enabled === false || category?.enabled === false,
    caseSensitive: false,
    character: undefined,
  })
  const { name, body } = lore.mapped
  reportLore({ ...lore, otherKeys: [...keys.filter(needsAll), ...lore.otherKeys] }, 'keys', losses)
  for (const [field, value] of Object.entries(raw)) {
    if (mapped.has(field) || isUsual(field, value)) continue
    losses.add(name, field, reasons.get(field) ?? unknownField)
  }
  const tag = clip(oneLine(textOf(category?.name)), limits.wordUnits)
  const { text, ...others } = raw
  return {
    ...emptyFields(),
    ...lore.mapped,
    tags: tag === '' ? [] : [tag],
    id: undefined,
    extra: { novelai: text === body ? others : raw },
  }
}

/** What of the file itself has no equivalent. */
export function reportNovelAiFile(book: JsonRecord, losses: Losses): void {
  if (!isNothing(book.settings))
    losses.add('', 'settings', [
      '这是整个文件的设定，原样保留，不起作用。',
      'A setting of the whole file: kept as it is, without effect.',
    ])
  const isCombined = [...novelAiCategories(book).values()].some(
    ({ createSubcontext, categoryBiasGroups }) =>
      createSubcontext === true || !isUsual('loreBiasGroups', categoryBiasGroups ?? null),
  )
  if (isCombined)
    losses.add('', 'categories', [
      '分类自己的上下文和偏置没有对应，原样保留，不起作用。',
      'A category’s own context and biases have no equivalent: kept as they are, without effect.',
    ])
}

/** `a & b`: only where both words stand, which no name says. */
const needsAll = (key: string) => /\S\s*&\s*\S/.test(key) && !key.startsWith('/')

function isUsual(field: string, value: Json): boolean {
  if (isNothing(value)) return true
  if (field === 'contextConfig' && isRecord(value))
    return Object.entries(value).every(([name, item]) => isUsual(name, item))
  if (field === 'loreBiasGroups' && isList(value))
    return value.every((group) => isRecord(group) && isNothing(group.phrases))
  return usual[field]?.some((candidate) => isDeepStrictEqual(candidate, value)) ?? false
}
