import { type Draft, emptyFields } from './draft.ts'
import { mapLore, reportLore } from './lore.ts'
import type { Losses } from './losses.ts'
import { isNothing, isRecord, type Json, type JsonRecord, stringsOf, textOf, without } from './safeJson.ts'
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
  case_sensitive: 'caseSensitive',
  outlet_name: 'outletName',
  triggers: 'triggers',
  ignore_budget: 'ignoreBudget',
  character_filter: 'characterFilter',
  match_persona_description: 'matchPersonaDescription',
  match_character_description: 'matchCharacterDescription',
  match_character_personality: 'matchCharacterPersonality',
  match_character_depth_prompt: 'matchCharacterDepthPrompt',
  match_scenario: 'matchScenario',
  match_creator_notes: 'matchCreatorNotes',
  display_index: 'displayIndex',
}
const mapped = new Set(
  'keys secondary_keys content enabled insertion_order case_sensitive name id comment selective constant position extensions use_regex'.split(
    ' ',
  ),
)

/** An entry of a V2 or V3 `character_book`; what is not mapped is stored in `extra.bookEntry`. */
export function fromBookEntry(raw: JsonRecord, character: string | undefined, losses: Losses): Draft {
  const inWorldInfo = bookToWorldInfo(raw)
  const lore = mapLore({
    title: textOf(raw.comment) || textOf(raw.name),
    keys: stringsOf(raw.keys),
    content: textOf(raw.content),
    constant: raw.constant === true,
    disabled: raw.enabled === false,
    caseSensitive: inWorldInfo.caseSensitive === true,
    character,
  })
  const { name, body } = lore.mapped
  reportLore(lore, 'keys', losses)
  reportFields(name, without(inWorldInfo, 'key', 'content'), losses)
  const reportUnknown = (fields: JsonRecord, isRecognized: (field: string) => boolean, prefix: string) => {
    for (const [field, value] of Object.entries(fields))
      if (!isRecognized(field) && !isNothing(value))
        losses.add(name, `${prefix}${field}`, [
          '没有对应的字段，原样保留，不起作用。',
          'A field without an equivalent: kept as it is, without effect.',
        ])
  }
  reportUnknown(raw, (field) => mapped.has(field), '')
  reportUnknown(extensionsOf(raw), (field) => Object.hasOwn(extensionFields, field), 'extensions.')
  const preserved = raw.content === body ? without(raw, 'content') : raw
  return { ...emptyFields(), ...lore.mapped, id: undefined, extra: { bookEntry: preserved } }
}

const extensionsOf = ({ extensions }: JsonRecord): JsonRecord => (isRecord(extensions) ? extensions : {})

/** The book entry in World Info's words, as SillyTavern itself converts it. */
export function bookToWorldInfo(raw: JsonRecord): JsonRecord {
  const extensions = extensionsOf(raw)
  const fields: [string, Json][] = []
  for (const [from, to] of Object.entries(extensionFields)) {
    // Null is “as set for everything”, except where SillyTavern documents otherwise, and there it is the default.
    const value = extensions[from]
    if (value !== undefined && value !== null) fields.push([to, value])
  }
  return {
    ...worldInfoDefaults,
    position: raw.position === 'after_char' ? 1 : 0,
    caseSensitive: typeof raw.case_sensitive === 'boolean' ? raw.case_sensitive : null,
    ...Object.fromEntries(fields),
    key: [...stringsOf(raw.keys)],
    keysecondary: [...stringsOf(raw.secondary_keys)],
    comment: textOf(raw.comment) || textOf(raw.name),
    ...(typeof raw.content === 'string' ? { content: raw.content } : {}),
    constant: raw.constant === true,
    selective: raw.selective === true,
    disable: raw.enabled === false,
    order: typeof raw.insertion_order === 'number' ? raw.insertion_order : 100,
  }
}
