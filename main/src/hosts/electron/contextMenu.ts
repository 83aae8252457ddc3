import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { externalUrl } from '../externalUrl.ts'
import type { ClickedTarget, MenuEntry } from './api.ts'
import { contextWords, roleWords } from './menuWords.ts'

/** What a context menu depends on besides what was clicked. */
export interface ContextMenuState {
  /** Language of the interface. */
  readonly language: UiLanguage
  /** The words of the open book; absent: no work is open, so that nothing can be added. */
  readonly bookWords?: ReadonlySet<string> | undefined
}

const separator: MenuEntry = { type: 'separator' }
const maxSuggestions = 5
/** Of a word in a label. */
const maxLabelUnits = 40

/** The menu of what was clicked: spelling, then the link, then the text. Empty: there is nothing to do with it. */
export function contextMenu(target: ClickedTarget, state: ContextMenuState): readonly MenuEntry[] {
  const groups = [spelling(target, state), link(target, state), text(target, state)]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
}

function spelling(target: ClickedTarget, { language, bookWords }: ContextMenuState): readonly MenuEntry[] {
  const { misspelledWord, dictionarySuggestions, isEditable, selectionText } = target
  const selected = selectionText.trim()
  if (misspelledWord === '' || !isEditable) {
    // The way back from what was added by mistake.
    if (!bookWords?.has(selected)) return []
    return [entry(`${contextWords.removeWord[language]} “${shortened(selected)}”`, 'removeWord', selected)]
  }
  const suggestions = dictionarySuggestions.slice(0, maxSuggestions).map(
    (word): MenuEntry => ({
      label: word,
      action: { kind: 'correct', word },
    }),
  )
  const none: MenuEntry = { label: contextWords.noSuggestions[language], enabled: false }
  const add = entry(
    `${contextWords.addWord[language]} “${shortened(misspelledWord)}”`,
    'addWord',
    misspelledWord,
  )
  return [...(suggestions.length > 0 ? suggestions : [none]), ...(bookWords === undefined ? [] : [add])]
}

/** A link of the page itself goes nowhere that the page does not go by a click. */
function link({ linkURL }: ClickedTarget, { language }: ContextMenuState): readonly MenuEntry[] {
  const url = externalUrl(linkURL)
  if (url === null) return []
  return [
    { label: contextWords.openLink[language], action: { kind: 'openLink', url } },
    { label: contextWords.copyLink[language], action: { kind: 'copyLink', url } },
  ]
}

function text(target: ClickedTarget, { language }: ContextMenuState): readonly MenuEntry[] {
  const { isEditable, selectionText } = target
  const isSelected = selectionText.trim() !== ''
  const role = (name: keyof typeof roleWords, enabled = true): MenuEntry => ({
    ...{ role: name, label: roleWords[name][language] },
    ...(!enabled && { enabled }),
  })
  if (!isEditable) return isSelected ? [role('copy')] : []
  return [
    ...[role('cut', isSelected), role('copy', isSelected), role('paste'), role('pasteAndMatchStyle')],
    role('selectAll'),
  ]
}

const entry = (label: string, kind: 'addWord' | 'removeWord', word: string): MenuEntry => ({
  label,
  action: { kind, word },
})

function shortened(word: string): string {
  const characters = [...word]
  return characters.length > maxLabelUnits ? `${characters.slice(0, maxLabelUnits).join('')}…` : word
}
