import { type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  closeHoverTooltips,
  type EditorView,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from '@codemirror/view'
import type { ChannelOutput } from '#contract/index.ts'
import { nameAt } from './nameMarks.ts'

type NameCard = ChannelOutput<'codex:card:get'>['card']

export interface NameCardOptions {
  /** Null when there is no such entry any more. */
  readonly read: (entityId: string) => Promise<NameCard | null>
  readonly open: (entityId: string) => void
  /** Asked for each time a card is drawn. */
  readonly labels: () => {
    readonly label: string
    readonly kind: (card: NameCard) => string
    readonly unknown: string
    readonly open: string
  }
}

const element = (tag: 'p' | 'span' | 'div', className: string, text: string) => {
  const created = document.createElement(tag)
  created.className = className
  created.textContent = text
  return created
}

const draw = (card: NameCard, open: () => void, { labels }: NameCardOptions) => {
  const text = labels()
  const root = document.createElement('div')
  root.className = 'name-card'
  root.dataset.testid = 'name-card'
  root.setAttribute('role', 'group')
  root.setAttribute('aria-label', text.label)
  const title = element('p', 'name-card-title', card.name)
  for (const detail of [card.state, text.kind(card)])
    if (detail !== '') title.append(element('span', 'name-card-kind', detail))
  root.append(title)
  if (!card.known) root.append(element('p', 'name-card-note', text.unknown))
  for (const text of [card.latest, card.line]) if (text !== '') root.append(element('p', '', text))
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = text.open
  button.addEventListener('click', open)
  root.append(button)
  return root
}

const setCard = StateEffect.define<Tooltip | null>()

/** The card that was asked for by key; gone with the next step in the text. */
const cardField = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value
    return transaction.docChanged || transaction.selection !== undefined ? null : value
  },
  provide: (field) => showTooltip.from(field),
})

/** What an underlined name stands for: at the mouse, or by Alt+Enter at the caret with its button in focus. */
export const nameCards = (options: NameCardOptions): Extension => {
  const tooltipAt = async (view: EditorView, position: number, byKey: boolean): Promise<Tooltip | null> => {
    const name = nameAt(view.state, position)
    if (name === null) return null
    const card = await options.read(name.entityId)
    if (card === null) return null
    // One card at a time: the mouse rests where the caret was put.
    if (!byKey && view.state.field(cardField) !== null) return null
    const close = () => {
      view.dispatch({ effects: setCard.of(null) })
      view.focus()
    }
    const create = () => {
      const open = () => {
        view.dispatch({ effects: setCard.of(null) })
        options.open(name.entityId)
      }
      const dom = draw(card, open, options)
      dom.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      })
      return { dom, mount: () => byKey && dom.querySelector('button')?.focus() }
    }
    return { pos: name.from, end: name.to, above: true, create }
  }
  const show = (view: EditorView) => {
    if (nameAt(view.state, view.state.selection.main.head) === null) return false
    const { doc, selection } = view.state
    void tooltipAt(view, selection.main.head, true).then((card) => {
      // The place may be gone by now, and a card for it out of date.
      if (view.state.doc === doc) view.dispatch({ effects: [setCard.of(card), closeHoverTooltips] })
    })
    return true
  }
  return [
    cardField,
    hoverTooltip((view, position) => tooltipAt(view, position, false), { hideOnChange: true }),
    keymap.of([{ key: 'Alt-Enter', run: show }]),
  ]
}
