import type { Range } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, WidgetType } from '@codemirror/view'
import { type FindingMark, placedMarks } from './findingMarks.ts'
import { lineStyle } from './indent.ts'
import { isPending, type SuggestionParts, slotOf } from './suggestionParts.ts'
import { button, inked, suggestionActions } from './suggestionWidgets.ts'

interface PartShape {
  readonly index: number
  /** As it is shown, with its indent. */
  readonly text: string
  readonly marks: readonly FindingMark[]
  /** A paragraph of its own; else it stands in the line. */
  readonly isBlock: boolean
  readonly isCurrent: boolean
}

/** The words of one part that is open, with a button that takes it and one that leaves it. */
class PartText extends WidgetType {
  readonly shape: PartShape
  constructor(shape: PartShape) {
    super()
    this.shape = shape
  }
  override eq(other: PartText) {
    return JSON.stringify(other.shape) === JSON.stringify(this.shape)
  }
  override get lineBreaks() {
    return this.shape.isBlock ? 1 : 0
  }
  override toDOM(view: EditorView) {
    const { index, text, marks, isBlock, isCurrent } = this.shape
    const root = document.createElement('span')
    root.className = isBlock ? 'cm-suggestion cm-suggestion-paragraph' : 'cm-suggestion'
    root.classList.toggle('cm-part-current', isCurrent)
    if (isBlock) root.classList.toggle('cm-indented', lineStyle(text) === 'indented')
    root.dataset.testid = 'ai-part'
    const ink = document.createElement('span')
    ink.className = 'cm-suggestion-ink'
    ink.dataset.testid = 'ai-part-text'
    ink.append(...inked(text, 0, placedMarks(text, marks)))
    root.append(ink)
    const actions = view.state.facet(suggestionActions)
    // One pair at a time beside words; a paragraph has its own at its side.
    if (actions === undefined || !(isBlock || isCurrent)) return root
    const { takePart, leavePart } = actions.labels()
    const take = button('take', '✓', () => actions.decide(index, true), takePart)
    const leave = button('leave', '✕', () => actions.decide(index, false), leavePart)
    take.setAttribute('aria-label', takePart)
    leave.setAttribute('aria-label', leavePart)
    const ticks = document.createElement('span')
    ticks.className = 'cm-part-ticks'
    ticks.append(take, leave)
    root.append(ticks)
    return root
  }
}

const replaced = Decoration.mark({ class: 'cm-replaced' })
const replacedNow = Decoration.mark({ class: 'cm-replaced cm-part-current' })

/** What is open of a suggestion: struck words with the new ones behind them, or paragraphs where they would stand. */
export const partDecorations = (parts: SuggestionParts, from: number): DecorationSet => {
  const ranges: Range<Decoration>[] = []
  const isWithin = parts.edges.first.includes('\n') === false
  for (const [index, part] of parts.list.entries()) {
    if (!isPending(part)) continue
    const isCurrent = index === parts.current
    const isBlock = parts.kind === 'paragraph' && (index > 0 || !isWithin)
    const { marks } = part
    const widget = new PartText({ index, text: part.text, marks, isBlock, isCurrent })
    if (part.from < part.to) ranges.push((isCurrent ? replacedNow : replaced).range(part.from, part.to))
    const at = parts.kind === 'change' ? part.to : slotOf(parts, index, from)
    ranges.push(Decoration.widget({ widget, side: 1 + index }).range(at))
  }
  return Decoration.set(ranges, true)
}
