import { Facet } from '@codemirror/state'
import { type EditorView, WidgetType } from '@codemirror/view'
import { type FindingMark, placedMarks } from './findingMarks.ts'
import { lineStyle } from './indent.ts'

export interface SuggestionActions {
  accept(): void
  retry(): void
  discard(): void
  /** Lets the writer decide part by part. */
  divide(): void
  /** Takes one part, or leaves it. */
  decide(index: number, isAccepted: boolean): void
  /** The words on the buttons, asked for each time they are drawn. */
  labels(): {
    accept: string
    retry: string
    discard: string
    writing: string
    waiting: string
    label: string
    byParagraph: string
    byChange: string
    takePart: string
    leavePart: string
  }
}

export const suggestionActions = Facet.define<SuggestionActions, SuggestionActions | undefined>({
  combine: (values) => values[0],
})

type Marks = ReturnType<typeof placedMarks>

const paragraphs = (text: string) => text.split(/\r\n|\r|\n/)

const fill = (root: HTMLElement, text: string, marks: Marks) => {
  let start = 0
  root.replaceChildren(
    ...paragraphs(text).map((paragraph, index) => {
      const inner = document.createElement('span')
      inner.className = 'cm-suggestion-ink'
      inner.append(...inked(paragraph, start, marks))
      start += paragraph.length
      start += text.startsWith('\r\n', start) ? 2 : 1
      if (index === 0) return inner
      const block = document.createElement('span')
      block.className = 'cm-suggestion-paragraph'
      block.append(inner)
      indent(inner, paragraph)
      return block
    }),
  )
}

/** As the line will be shown: an indent that is written is not shown twice. */
const indent = (inner: HTMLElement, paragraph: string) =>
  inner
    .closest('.cm-suggestion-paragraph')
    ?.classList.toggle('cm-indented', lineStyle(paragraph) === 'indented')

/** A paragraph with what may break a rule marked in it; `start` is where it begins in the text. */
export const inked = (paragraph: string, start: number, marks: Marks): (string | HTMLElement)[] => {
  const parts: (string | HTMLElement)[] = []
  let at = 0
  for (const { from, to, title } of marks) {
    const [first, last] = [Math.max(at, from - start), Math.min(paragraph.length, to - start)]
    if (first >= last) continue
    const mark = document.createElement('mark')
    mark.className = 'cm-judged'
    mark.title = title
    mark.textContent = paragraph.slice(first, last)
    parts.push(paragraph.slice(at, first), mark)
    at = last
  }
  return [...parts, paragraph.slice(at)]
}

/** The tinted text, in the flow of the paragraph it would join. */
export class SuggestionText extends WidgetType {
  readonly text: string
  readonly marks: Marks
  constructor(text: string, marks: readonly FindingMark[] = []) {
    super()
    this.text = text
    this.marks = placedMarks(text, marks)
  }
  override eq(other: SuggestionText) {
    return other.text === this.text && JSON.stringify(other.marks) === JSON.stringify(this.marks)
  }
  override get lineBreaks() {
    return paragraphs(this.text).length - 1
  }
  override toDOM() {
    const root = document.createElement('span')
    root.className = 'cm-suggestion'
    root.dataset.testid = 'ai-suggestion'
    fill(root, this.text, this.marks)
    return root
  }
  override updateDOM(root: HTMLElement) {
    const shown = root.querySelectorAll<HTMLElement>('.cm-suggestion-ink')
    const parts = paragraphs(this.text)
    const isMarked = this.marks.length > 0 || root.querySelector('.cm-judged') !== null
    if (shown.length !== parts.length || isMarked) fill(root, this.text, this.marks)
    // Streaming adds to the last paragraph most of the time; untouched paragraphs stay as they are.
    else
      shown.forEach((inner, index) => {
        const part = parts[index] ?? ''
        if (inner.textContent === part) return
        inner.textContent = part
        indent(inner, part)
      })
    return true
  }
}

export const button = (name: string, word: string, onPress: () => void, title?: string) => {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = `suggestion-button suggestion-${name}`
  element.dataset.testid = `ai-suggestion-${name}`
  element.textContent = word
  if (title !== undefined) element.title = title
  // The caret stays the writer's: pressing a button does not move the focus out of the text.
  element.addEventListener('mousedown', (event) => event.preventDefault())
  element.addEventListener('click', onPress)
  return element
}

/** 采纳 / 重写 / 放弃, under the paragraph of the suggestion; it moves while the text grows, so there is no stop. */
export class SuggestionBar extends WidgetType {
  readonly streaming: boolean
  readonly hasText: boolean
  /** The parts it can be divided into; null when there are none. */
  readonly partKind: 'paragraph' | 'change' | null
  constructor(streaming: boolean, hasText: boolean, partKind: 'paragraph' | 'change' | null) {
    super()
    this.streaming = streaming
    this.hasText = hasText
    this.partKind = partKind
  }
  override eq(other: SuggestionBar) {
    const { streaming, hasText, partKind } = other
    return streaming === this.streaming && hasText === this.hasText && partKind === this.partKind
  }
  override get estimatedHeight() {
    return 48
  }
  override ignoreEvent() {
    return true
  }
  override toDOM(view: EditorView) {
    const row = document.createElement('div')
    row.className = 'suggestion-row'
    const actions = view.state.facet(suggestionActions)
    if (actions === undefined) return row
    const labels = actions.labels()
    const bar = document.createElement('div')
    bar.className = 'suggestion-bar'
    bar.setAttribute('role', 'group')
    bar.setAttribute('aria-label', labels.label)
    if (this.streaming) {
      const state = document.createElement('span')
      state.className = 'suggestion-writing'
      state.textContent = this.hasText ? labels.writing : labels.waiting
      bar.append(state)
    } else {
      bar.append(
        button('accept', labels.accept, actions.accept, 'Ctrl+Enter'),
        ...this.divideButton(actions),
        button('retry', labels.retry, actions.retry),
        button('discard', labels.discard, actions.discard, 'Esc'),
      )
    }
    row.append(bar)
    return row
  }

  private divideButton(actions: SuggestionActions) {
    if (this.partKind === null) return []
    const { byParagraph, byChange } = actions.labels()
    return [button('parts', this.partKind === 'paragraph' ? byParagraph : byChange, actions.divide)]
  }
}
