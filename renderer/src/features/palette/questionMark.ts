/** What a key press tells of itself, and where it was made. */
type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'target' | 'defaultPrevented'
>

const texts = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]'

/** Whether a key is a question mark of either width, alone, and not written into a text. */
export const isQuestionMark = ({ key, target, ...press }: Press): boolean => {
  if (key !== '?' && key !== '？') return false
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.defaultPrevented)
    return false
  const element = target as Partial<Element> | null // a window has no `closest`
  return !element?.closest?.(texts)
}
