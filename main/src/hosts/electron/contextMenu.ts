import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { externalUrl } from '../externalUrl.ts'
import type { ClickedTarget, MenuEntry } from './api.ts'
import { contextWords, roleWords } from './menuWords.ts'

/** What a context menu depends on besides what was clicked. */
export interface ContextMenuState {
  /** Language of the interface. */
  readonly language: UiLanguage
}

const separator: MenuEntry = { type: 'separator' }

/** The menu of what was clicked: the link, then the text. Empty: there is nothing to do with it. */
export function contextMenu(target: ClickedTarget, state: ContextMenuState): readonly MenuEntry[] {
  const groups = [link(target, state), text(target, state)]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
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
