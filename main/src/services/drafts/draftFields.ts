/** What a card may state; `many`: several values of one field are no contradiction. */
const fields = [
  { zh: '身份', en: 'role', many: true },
  { zh: '外貌', en: 'looks', many: true },
  { zh: '性格', en: 'character', many: true },
  { zh: '能力', en: 'ability', many: true },
  { zh: '关系', en: 'relation', many: true },
  { zh: '所有物', en: 'possession', many: true },
  { zh: '年龄', en: 'age', many: false },
  { zh: '出身', en: 'origin', many: false },
  { zh: '所属', en: 'allegiance', many: false },
  { zh: '住处', en: 'home', many: false },
  { zh: '位置', en: 'location', many: false },
  { zh: '用途', en: 'use', many: false },
  { zh: '结局', en: 'end', many: false },
] as const

/** The fields that a model is offered, in one language. */
export const fieldNames = (language: 'zh' | 'en'): string => fields.map((field) => field[language]).join(', ')

const severalValues: ReadonlySet<string> = new Set(
  fields.filter(({ many }) => many).flatMap(({ zh, en }) => [zh, en]),
)

/** Whether two values of a field contradict each other; also true of a field that nobody has listed. */
export const isSingle = (field: string): boolean => !severalValues.has(field.trim().toLowerCase())
