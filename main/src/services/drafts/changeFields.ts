/** What can change of somebody or something; `many`: a new value ends no older one. */
const fields = [
  { name: 'alive', zh: '生死', en: 'alive', many: false },
  { name: 'place', zh: '位置', en: 'location', many: false },
  { name: 'owner', zh: '持有者', en: 'owner', many: false },
  { name: 'relation', zh: '关系', en: 'relation', many: true },
  { name: 'knows', zh: '知道', en: 'knows', many: true },
  { name: 'role', zh: '身份', en: 'role', many: true },
] as const

/** The names of fields that a model is offered. */
export const changeFieldNames = fields.map(({ name }) => name).join('|')

const byWord = new Map(
  fields.flatMap((field) => [field.name, field.zh, field.en].map((word) => [word as string, field] as const)),
)

/** A field in the words of the book; one that nobody has listed stays as the model calls it. */
export function changeField(given: string, language: 'zh' | 'en'): string {
  const word = given.trim()
  return byWord.get(word.toLowerCase())?.[language] ?? word
}

/** Whether a new value ends the older one; not of a field that nobody has listed. */
export const endsOlder = (field: string): boolean => byWord.get(field.trim().toLowerCase())?.many === false
