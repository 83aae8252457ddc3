import { type Draft, emptyFields } from './draft.ts'
import { limits } from './limits.ts'
import { oneLine, withCharacter } from './lore.ts'
import { clip, type Losses, type Sentence, unknownField } from './losses.ts'
import { isList, isNothing, isRecord, type JsonRecord, textOf, without } from './safeJson.ts'

/** Fields that become the body, with the heading of each. */
const sections = [
  ['description', '描述'],
  ['personality', '性格'],
  ['scenario', '场景'],
] as const

const reasons = new Map(
  Object.entries<Sentence>({
    first_mes: [
      '开场白是聊天用的，没有放进条目，原样保留。',
      'The greeting is for chats: not part of the entry, kept as it is.',
    ],
    alternate_greetings: [
      '备用开场白是聊天用的，没有放进条目，原样保留。',
      'Other greetings are for chats: not part of the entry, kept as they are.',
    ],
    group_only_greetings: [
      '群聊开场白是聊天用的，没有放进条目，原样保留。',
      'Greetings of groups are for chats: not part of the entry, kept as they are.',
    ],
    mes_example: [
      '对话示例没有放进条目，原样保留。',
      'Example dialogue is not part of the entry; it is kept as it is.',
    ],
    system_prompt: [
      '卡片自带的系统提示不会使用，原样保留。',
      'The card’s own system prompt is not used; it is kept as it is.',
    ],
    post_history_instructions: [
      '卡片自带的后置提示不会使用，原样保留。',
      'The card’s own closing instructions are not used; they are kept as they are.',
    ],
    creator_notes: [
      '作者说明不进入提示，原样保留。',
      'The creator’s notes do not enter prompts; they are kept as they are.',
    ],
    creator_notes_multilingual: [
      '作者说明不进入提示，原样保留。',
      'The creator’s notes do not enter prompts; they are kept as they are.',
    ],
    tags: ['标签不进入提示，原样保留。', 'Tags do not enter prompts; they are kept as they are.'],
    creator: [
      '作者名不进入提示，原样保留。',
      'The creator’s name does not enter prompts; it is kept as it is.',
    ],
    character_version: [
      '版本号不进入提示，原样保留。',
      'The version does not enter prompts; it is kept as it is.',
    ],
    assets: ['图片、音频等资源没有导入。', 'Pictures, sounds and the like were not imported.'],
    extensions: [
      '扩展（脚本、正则、深度提示等）不会运行，原样保留。',
      'Extensions (scripts, regular expressions, depth prompts …) do not run; they are kept as they are.',
    ],
  }),
)
const silent = new Set([
  ...['name', 'nickname', 'character_book', 'source', 'creation_date', 'modification_date'],
  ...sections.map(([field]) => field),
])
/** A picture inside the card: not text, and it would fill the entry's file. */
const maxAssetUriUnits = 4096

export interface ReadCard {
  readonly draft: Draft
  /** The replacement of `{{char}}`. */
  readonly character: string
  readonly book: JsonRecord | undefined
}

/**
 * A Character Card V2 or V3, or V1 without an envelope, as a character entry; all that does not become its
 * name, alias or body stays in `extra.card`.
 */
export function readCard(root: JsonRecord, losses: Losses): ReadCard {
  const data = isRecord(root.data) ? root.data : root
  const name = oneLine(textOf(data.name)) || oneLine(textOf(data.nickname)) || '未命名角色'
  const nickname = oneLine(textOf(data.nickname))
  const character = nickname || name
  const parts: string[] = []
  const verbatim: string[] = []
  for (const [field, heading] of sections) {
    const written = textOf(data[field])
    if (written.trim() === '') continue
    const text = withCharacter(written, character)
    parts.push(`## ${heading}\n\n${text.trim()}\n`)
    if (text.trim() === written) verbatim.push(field)
    if (text.includes('{{'))
      losses.add(name, field, [
        '里面有 {{…}} 宏，原样保留，不会替换。',
        'It holds {{…}} macros, which are kept as they are and not replaced.',
      ])
  }
  reportCard(name, root, data, losses)
  const book = isRecord(data.character_book) ? data.character_book : undefined
  const preserved: JsonRecord = {
    ...without(data, 'name', 'nickname', 'character_book', ...verbatim),
    ...(data.name === name ? {} : { name: data.name ?? '' }),
    ...(data.nickname === undefined || data.nickname === nickname ? {} : { nickname: data.nickname }),
    ...(book ? { character_book: without(book, 'entries') } : {}),
    ...(Array.isArray(data.assets) ? { assets: data.assets.map(withoutPicture) } : {}),
  }
  return {
    character,
    book,
    draft: {
      ...emptyFields(),
      id: undefined,
      type: 'character',
      name,
      aliases: nickname && nickname !== name ? [clip(nickname, limits.wordUnits)] : [],
      aiContextLevel: 'when_detected',
      caseSensitive: false,
      body: parts.join('\n'),
      extra: { card: data === root ? preserved : { ...root, data: preserved } },
    },
  }
}

function reportCard(name: string, root: JsonRecord, data: JsonRecord, losses: Losses): void {
  const version = Number(root.spec_version)
  if (version >= 4)
    losses.add(name, 'spec_version', [
      `这张卡的版本是 ${version}，比认识的新，可能有遗漏。`,
      `The card is of version ${version}, newer than those known here; something may be missing.`,
    ])
  for (const [field, value] of Object.entries(data)) {
    if (silent.has(field) || isUsual(field, value) || (data === root && /^spec/.test(field))) continue
    losses.add(name, field, reasons.get(field) ?? unknownField)
  }
  const book = isRecord(data.character_book) ? data.character_book : {}
  for (const [field, value] of Object.entries(book)) {
    if (field === 'entries' || field === 'name' || isNothing(value)) continue
    losses.add(name, `character_book.${field}`, [
      '这是整本设定集的设定，原样保留，不起作用。',
      'A setting of the whole book: kept as it is, without effect.',
    ])
  }
}

/** Values that programs write into every card, and that are not specific to this one. */
function isUsual(field: string, value: JsonRecord[string]): boolean {
  if (isNothing(value)) return true
  if (field === 'assets') return isList(value) && value.every(isDefaultPicture)
  if (field !== 'extensions' || !isRecord(value)) return false
  const { talkativeness: _, fav: __, world: ___, depth_prompt: depthPrompt, ...remaining } = value
  const hasPrompt = isRecord(depthPrompt) && !isNothing(depthPrompt.prompt)
  return isNothing(remaining) && !hasPrompt
}

const isDefaultPicture = (asset: JsonRecord[string]) => isRecord(asset) && asset.uri === 'ccdefault:'

function withoutPicture(asset: JsonRecord[string]): JsonRecord[string] {
  if (!isRecord(asset) || textOf(asset.uri).length <= maxAssetUriUnits) return asset
  return {
    ...asset,
    uri: textOf(asset.uri)
      .slice(0, textOf(asset.uri).indexOf(',') + 1)
      .slice(0, 200),
  }
}
