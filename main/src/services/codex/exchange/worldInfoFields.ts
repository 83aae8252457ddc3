import { isDeepStrictEqual } from 'node:util'
import { type Losses, type Sentence, unknownField } from './losses.ts'
import { isNothing, isRecord, type Json, type JsonRecord } from './safeJson.ts'

/** SillyTavern's entry as it is made new; `key`, `comment`, `content` and `uid` come from the entry. */
export const worldInfoDefaults: JsonRecord = {
  keysecondary: [],
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 0,
  addMemo: true,
  order: 100,
  position: 0,
  disable: false,
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: false,
  delayUntilRecursion: 0,
  probability: 100,
  useProbability: true,
  depth: 4,
  group: '',
  groupOverride: false,
  groupWeight: 100,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: null,
  useGroupScoring: null,
  automationId: '',
  role: 0,
  sticky: null,
  cooldown: null,
  delay: null,
}

const mapped = new Set(
  'uid key comment content constant disable caseSensitive addMemo displayIndex creonow'.split(' '),
)

const reasons: readonly (readonly [reason: Sentence, fields: string])[] = [
  [
    [
      '次要关键词和逻辑条件没有对应，不起作用。',
      'Secondary keys and their logic have no equivalent; no effect.',
    ],
    'keysecondary selective selectiveLogic',
  ],
  [
    ['插入顺序和位置由 CreoNow 安排，不起作用。', 'CreoNow arranges order and place; this has no effect.'],
    'order position depth role outletName',
  ],
  [
    [
      '随机触发没有对应：同样的正文总是得到同样的内容。',
      'Chance has no equivalent: the same text always gets the same.',
    ],
    'probability useProbability',
  ],
  [
    ['分组没有对应，不起作用。', 'Groups have no equivalent; no effect.'],
    'group groupOverride groupWeight useGroupScoring',
  ],
  [
    [
      '停留、冷却和延迟没有对应，不起作用。',
      'Staying, cooling down and delay have no equivalent; no effect.',
    ],
    'sticky cooldown delay',
  ],
  [
    ['递归扫描的设定没有对应，不起作用。', 'Settings of recursive scans have no equivalent; no effect.'],
    'excludeRecursion preventRecursion delayUntilRecursion',
  ],
  [
    [
      '扫描范围和整词匹配由 CreoNow 决定，不起作用。',
      'CreoNow decides how far to scan and what a whole word is; no effect.',
    ],
    'scanDepth matchWholeWords ignoreBudget',
  ],
  [
    [
      '只在小说正文里找名字，不在别处找，不起作用。',
      'Names are looked for in the novel’s text and nowhere else; this has no effect.',
    ],
    'matchPersonaDescription matchCharacterDescription matchCharacterPersonality matchCharacterDepthPrompt matchScenario matchCreatorNotes',
  ],
  [['向量触发没有对应，不起作用。', 'Activation by vectors has no equivalent; no effect.'], 'vectorized'],
  [
    [
      '按角色或时机触发没有对应，不起作用。',
      'Activation by character or moment has no equivalent; no effect.',
    ],
    'characterFilter triggers automationId',
  ],
]
const reasonOf = new Map(
  reasons.flatMap(([reason, fields]) => fields.split(' ').map((field) => [field, reason])),
)
const defaults: JsonRecord = { ...worldInfoDefaults, addMemo: false }

/** Lists the fields with content that the app has no equivalent for. All of them are stored. */
export function reportFields(name: string, raw: JsonRecord, losses: Losses): void {
  for (const [field, value] of Object.entries(raw)) {
    if (mapped.has(field) || isUsual(field, value) || isIdle(field, raw)) continue
    losses.add(name, field, reasonOf.get(field) ?? unknownField)
  }
}

function isUsual(field: string, value: Json): boolean {
  return isNothing(value) || isDeepStrictEqual(value, defaults[field])
}

const atDepth = 4

/** A field without effect because of another one: a depth for an entry that is not put at a depth. */
function isIdle(field: string, raw: JsonRecord): boolean {
  switch (field) {
    case 'selective':
    case 'selectiveLogic':
      return isNothing(raw.keysecondary)
    case 'depth':
    case 'role':
      return raw.position !== atDepth
    case 'probability':
      return raw.useProbability === false
    case 'groupWeight':
    case 'groupOverride':
    case 'useGroupScoring':
      return isNothing(raw.group)
    case 'sticky':
    case 'cooldown':
    case 'delay':
      return raw[field] === 0
    case 'characterFilter':
      return isRecord(raw[field]) && isNothing(raw[field].names) && isNothing(raw[field].tags)
    default:
      return false
  }
}
