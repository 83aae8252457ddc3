import type { Language, Scene, Skill } from '../context/index.ts'

const fields = /\{\{\s*(input|selection)\s*\}\}/g

/** Whether a project skill's text contains a field, so that its value need not be printed a second time. */
export function fillsIn(skill: Skill, field: 'input' | 'selection', language: Language): boolean {
  return (
    skill.template === true &&
    [...skill.instruction[language].matchAll(fields)].some(([, name]) => name === field)
  )
}

/** A project skill's text with its fields filled in, once: fields inside a value are not filled in again. */
export function filledIn({ skill, selected, authorInput, language }: Scene): string {
  const nothing = language === 'zh' ? '（无）' : '(none)'
  return skill.instruction[language].replace(fields, (_field, name) =>
    name === 'selection' ? selected?.text || nothing : authorInput.raw.trim() || nothing,
  )
}
