import { type Draft, emptyFields } from './draft.ts'
import { mapLore } from './lore.ts'
import type { Losses } from './losses.ts'
import { isRecord, type Json, type JsonRecord, stringsOf, textOf, without } from './safeJson.ts'
import { reportFields, worldInfoDefaults } from './worldInfoFields.ts'

/** Names of SillyTavern's extensions where they are not simply the same word in snake case. */
const extensionFields: Readonly<Record<string, string>> = {
  position: 'position',
  exclude_recursion: 'excludeRecursion',
  prevent_recursion: 'preventRecursion',
  delay_until_recursion: 'delayUntilRecursion',
  probability: 'probability',
  useProbability: 'useProbability',
  depth: 'depth',
  selectiveLogic: 'selectiveLogic',
  group: 'group',
  group_override: 'groupOverride',
  group_weight: 'groupWeight',
  scan_depth: 'scanDepth',
  match_whole_words: 'matchWholeWords',
  use_group_scoring: 'useGroupScoring',
  automation_id: 'automationId',
  role: 'role',
  vectorized: 'vectorized',
  sticky: 'sticky',
  cooldown: 'cooldown',
  delay: 'delay',
}
const mapped = new Set(
  'keys secondary_keys content enabled insertion_order case_sensitive name id comment selective constant position extensions use_regex'.split(
    ' ',
  ),
)

/** An entry of a V2 or V3 `character_book`; what is not mapped is kept in `extra.bookEntry`. */
export function fromBookEntry(raw: JsonRecord, character: string | undefined, losses: Losses): Draft {
  const { regexKeys, otherKeys, decorators, ...lore } = mapLore({
    title: textOf(raw.comment) || textOf(raw.name),
    keys: stringsOf(raw.keys),
    content: textOf(raw.content),
    constant: raw.constant === true,
    disabled: raw.enabled === false,
    caseSensitive: raw.case_sensitive === true,
    character,
  })
  const { name, body } = lore
  for (const key of regexKeys)
    losses.add(name, 'keys', `正则关键词 ${key.slice(0, 200)} 原样保留，但不会运行。`)
  for (const key of otherKeys) losses.add(name, 'keys', `关键词 ${key.slice(0, 200)} 不能当作名字。`)
  for (const line of decorators) losses.add(name, 'content', `${line.slice(0, 200)} 没有对应，原样保留。`)
  if (body.includes('{{')) losses.add(name, 'content', '正文里有 {{…}} 宏，原样保留，不会替换。')
  reportFields(name, without(bookToWorldInfo(raw), 'key', 'content'), losses)
  const unknown = Object.entries(raw).filter(([field]) => !mapped.has(field))
  for (const [field] of unknown) losses.add(name, field, '没有对应的字段，原样保留，不起作用。')
  const kept = raw.content === body ? without(raw, 'content') : raw
  return {
    ...emptyFields(),
    ...lore,
    id: undefined,
    extra: { bookEntry: kept },
  }
}

/** The book entry in World Info's words, as SillyTavern itself converts it. */
export function bookToWorldInfo(raw: JsonRecord): JsonRecord {
  const extensions = isRecord(raw.extensions) ? raw.extensions : {}
  const fields: [string, Json][] = []
  for (const [from, to] of Object.entries(extensionFields)) {
    const value = extensions[from]
    if (value !== undefined) fields.push([to, value])
  }
  return {
    ...worldInfoDefaults,
    position: raw.position === 'after_char' ? 1 : 0,
    ...Object.fromEntries(fields),
    key: [...stringsOf(raw.keys)],
    keysecondary: [...stringsOf(raw.secondary_keys)],
    comment: textOf(raw.comment) || textOf(raw.name),
    ...(typeof raw.content === 'string' ? { content: raw.content } : {}),
    constant: raw.constant === true,
    selective: raw.selective === true,
    disable: raw.enabled === false,
    order: typeof raw.insertion_order === 'number' ? raw.insertion_order : 100,
    caseSensitive: typeof raw.case_sensitive === 'boolean' ? raw.case_sensitive : null,
  }
}
