import { BookUser, List, type LucideIcon, Scale, Search, SquareKanban } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useCodex, useEditor, useViewStore } from './AppContext.tsx'
import { useOpenBookSearch } from './useBookSearchKey.ts'
import { isLeftShown, type LeftPart, openOutline, type SheetName, showLeft, withText } from './viewStore.ts'
import './Rail.css'

type RailPart = LeftPart | 'outline'

const parts: readonly { readonly part: RailPart; readonly icon: LucideIcon }[] = [
  { part: 'chapters', icon: List },
  { part: 'outline', icon: SquareKanban },
  { part: 'codex', icon: BookUser },
  { part: 'rules', icon: Scale },
  { part: 'search', icon: Search },
]

/** The part of the rail that a sheet belongs to. */
const partOfSheet: Readonly<Record<SheetName, LeftPart>> = {
  ...{ synopses: 'chapters', threads: 'chapters', notes: 'chapters', checks: 'chapters' },
  ...{ snapshots: 'chapters', statistics: 'chapters' },
  ...{ world: 'codex', ties: 'codex', timeline: 'codex', knowledge: 'codex', changes: 'codex' },
  ...{ profile: 'rules', style: 'rules', voice: 'rules', terminology: 'rules' },
  ...{ constraints: 'rules', memory: 'rules', skills: 'rules', budget: 'rules' },
}

/**
 * What the column on the left shows, and the outline in place of the text, one press each; what is shown is pressed, and
 * a second press puts it away.
 */
export const Rail = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const codex = useCodex()
  const editor = useEditor()
  const openBookSearch = useOpenBookSearch()
  const state = useStore(view)
  const codexShown = useStore(codex.store, (each) => each.shown !== null)
  const { left, sheet, outlineOpen } = state
  const sheetPart = codexShown ? 'codex' : sheet === null ? null : partOfSheet[sheet]
  const listed = isLeftShown(state, sheetPart !== null) ? left : null
  const current = sheetPart ?? listed
  const [stop, setStop] = useState<RailPart>('chapters')

  const press = (part: RailPart) => {
    if (part === 'outline') {
      if (outlineOpen) withText(view, editor.focus)
      else openOutline(view)
    } else if (part === listed) view.setState({ leftOpen: false })
    else if (part === 'search') openBookSearch()
    else showLeft(view, codex, part)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = parts.findIndex(({ part }) => part === stop)
    const last = parts.length - 1
    const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[
      event.key
    ]
    const next = to === undefined ? undefined : parts[to]
    if (next === undefined) return
    event.preventDefault()
    setStop(next.part)
    event.currentTarget.querySelector<HTMLElement>(`[data-part="${next.part}"]`)?.focus()
  }
  return (
    <nav className="rail" data-testid="rail" aria-label={t('rail.title')} onKeyDown={onKeyDown}>
      {parts.map(({ part, icon: Icon }) => (
        <button
          key={part}
          type="button"
          className="rail-part"
          data-part={part}
          data-testid={`rail-${part}`}
          tabIndex={part === stop ? 0 : -1}
          aria-pressed={part === 'outline' ? outlineOpen : part === current}
          title={part === 'search' ? t('bookSearch.open') : undefined}
          onFocus={() => setStop(part)}
          onClick={() => press(part)}
        >
          <Icon size={18} aria-hidden />
          {part === 'outline' ? t('outline.title') : t(`rail.${part}`)}
        </button>
      ))}
    </nav>
  )
}
